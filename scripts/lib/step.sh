# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Steps: commands whose output is shown only when they fail, with the time that each took.

# fb_step TEXT COMMAND…: runs COMMAND with fb_run, keeps its output back and returns its status. Shows TEXT and the
# time as progress. If COMMAND fails: shows the complaints of tools and the last 15 lines; of what cannot be had (69)
# the last line.
fb_step() {
	local text=$1 log status=0 began=$EPOCHREALTIME
	shift

	log=$(mktemp "${TMPDIR:-/tmp}/flowbench-log.XXXXXX")
	fb_undo rm -f "$log"
	! fb_shows || printf 'flowbench: %s ...' "$text" >&2
	fb_run "$@" >"$log" 2>&1 || status=$?
	if ((status == 0)); then
		fb_step_done "$text" "$began" ' '
	else
		fb_shows || printf 'flowbench: %s ...' "$text" >&2
		printf ' failed\n' >&2
		if ((status == FB_UNAVAILABLE)); then
			tail -n 1 "$log" >&2
		else
			head -n -15 "$log" | fb_complaints - >&2 || true
			tail -n 15 "$log" >&2
		fi
		fb_why_full "$log"
	fi
	rm -f "$log"
	fb_undo_pop
	return "$status"
}

# fb_complaints FILE: prints the first complaints of a compiler, the linker or make in a log. Status 1 if there is
# none.
fb_complaints() {
	grep -m 8 -E '(rror:|Error [0-9]|undefined (reference|symbol)|undefined!|No rule to make)' "$1"
}

# fb_step_done TEXT BEGAN [LEAD]: records how long TEXT took since BEGAN, a value of EPOCHREALTIME; prints it behind
# LEAD as progress
fb_step_done() {
	local us=$((${EPOCHREALTIME/./} - ${2/./})) seconds

	printf -v seconds '%d.%d' $((us / 1000000)) $((us / 100000 % 10))
	if [[ -n ${3:-} ]] && fb_shows; then
		printf '%s%s s\n' "$3" "$seconds" >&2
	fi
	if [[ -n ${FB_STEPS:-} ]]; then
		printf '%s\t%s\n' "$seconds" "$1" >>"$FB_STEPS"
	fi
}

# fb_steps FILE: prints the steps of FILE (see FB_STEPS) as a table, as progress
fb_steps() {
	fb_shows || return 0
	printf '\n%8s  %s\n' seconds step >&2
	awk -F '\t' '{ printf "%8.1f  %s\n", $1, $2 }' "$1" >&2
}

# fb_why_full LOG: names the full disk, if LOG complains of one. Tools report it in many ways.
fb_why_full() {
	local dir avail

	if grep -q 'No space left on device' "$1" 2>/dev/null; then
		for dir in "$FB_CACHE" "${TMPDIR:-/tmp}" "$FB_TOP"; do
			[[ -d $dir ]] || continue
			avail=$(df -Pm -- "$dir" | awk 'NR == 2 { print $4 }')
			((avail >= 200)) || fb_error "no space left in $dir ($avail MB free)"
		done
	fi
}

# fb_tools NAME…: runs the function tool_NAME for each NAME and prints KTAP, one test a tool. If a tool fails, the first
# 60 lines of its output are shown. A tool that cannot be had on this machine (69) is a skip, with its last line as the
# reason. The time of each tool is progress. Status 1 if one failed.
fb_tools() {
	local tool said began number=0 failed=0 status

	printf 'TAP version 13\n1..%d\n' $#
	for tool; do
		number=$((number + 1)) began=$EPOCHREALTIME status=0
		said=$("tool_$tool" 2>&1) || status=$?
		case $status in
		0) printf 'ok %d - %s\n' "$number" "$tool" ;;
		"$FB_UNAVAILABLE") printf 'ok %d - %s # SKIP %s\n' "$number" "$tool" "${said##*$'\n'}" ;;
		*)
			printf 'not ok %d - %s\n' "$number" "$tool"
			# Reads all of it: a writer whose reader ends early dies of SIGPIPE.
			awk 'NR <= 60 { print "# " $0 } END { if (NR > 60) printf "# … and %d lines more\n", NR - 60 }' <<<"$said"
			failed=1
			;;
		esac
		! fb_shows || fb_step_done "$tool" "$began" "flowbench: $tool ... "
	done
	return "$failed"
}
