# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Messages: notes, progress, errors and --help. All go to standard error but the help. Errors have one form:
# "flowbench: SCRIPT: what failed, on what, and what to do".

# The status of a failure. A script whose status 1 is a verdict sets 2.
fb_failure=1
fb_judged=''

# fb_is_on NAME: true if the variable NAME is set, and not to 0
fb_is_on() {
	[[ ${!1:-0} != 0 ]]
}

# fb_say TEXT: a note: what a user should know about a result, or where it is
fb_say() {
	fb_is_on QUIET || printf 'flowbench: %s\n' "$*" >&2
}

# fb_shows: true if progress is to be shown
fb_shows() {
	! fb_is_on QUIET && { fb_is_on VERBOSE || [[ -t 2 ]]; }
}

# fb_progress TEXT: which step goes on
fb_progress() {
	! fb_shows || printf 'flowbench: %s\n' "$*" >&2
}

# fb_error TEXT: the one form of an error
fb_error() {
	printf 'flowbench: %s: %s\n' "$fb_me" "$*" >&2
}

# fb_die [-s STATUS] TEXT: prints the error and ends the script
fb_die() {
	local status=$fb_failure

	if [[ $1 == -s ]]; then
		status=$2
		shift 2
	fi
	fb_error "$*"
	exit "$status"
}

# fb_verdict STATUS: ends the script with STATUS, which is a verdict if it is 0 or 1. With fb_failure=2 nothing else
# ends the script with 1: a command that fails under set -e ends it with 2.
fb_verdict() {
	fb_judged=1
	exit "$1"
}

# fb_help: prints the comment at the head of the script, and ends it. @KERNEL@ stands for the default kernel.
fb_help() {
	awk -v kernel="$(fb_image_kernel)" 'NR < 4 || /^# shellcheck / { next }
		!/^#/ { exit }
		{ sub(/^# ?/, ""); gsub(/@KERNEL@ /, sprintf("%-9s", kernel)); gsub(/@KERNEL@/, kernel); print }' "$0"
	exit 0
}

# fb_usage [TEXT]: ends the script for wrong arguments, and names its help
fb_usage() {
	fb_die -s 2 "${1:-wrong arguments}; see $0 --help"
}

# fb_no_arguments "$@": for a script that takes its settings from the environment
fb_no_arguments() {
	(($# == 0)) || fb_usage "takes no argument '$1': its settings are variables of the environment"
}
