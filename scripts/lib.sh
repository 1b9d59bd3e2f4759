# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What every script here shares: messages, an undo stack, the cache, locks.
# Source it first, after `set -euo pipefail`.
#
# Environment
#   FLOWBENCH_CACHE  where images, kernels and compilers are kept
#   QUIET            neither progress nor notes: only results, and errors
#   VERBOSE          progress where standard error is no terminal, too
#   FB_STEPS         a file that collects "seconds<TAB>step" lines, for a table
#
# Exit statuses used across scripts/
#   1 failed   2 usage   69 cannot be had here (a caller may skip)
# Of compare, validate, mutants and selftest, 1 is a verdict: see fb_verdict and scripts/verdict.

FB_TOP=$(cd -- "${BASH_SOURCE[0]%/*}/.." && pwd -P)
FB_CACHE=${FLOWBENCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/flowbench}
FB_SCRIPTS=$FB_TOP/scripts
FB_UNAVAILABLE=69
# One fixed date for everything that ends up in the guest's memory.
FB_EPOCH=1767225600
export LC_ALL=C TZ=UTC
# An ordinary user's path has no sbin, where depmod, ip and chroot are.
export PATH=$PATH:/usr/sbin:/sbin

fb_me=${0##*/}
fb_undo_stack=()
# What a failure ends with. A script whose status 1 is a verdict sets 2.
fb_failure=1
fb_judged=''

# fb_say TEXT: what is worth knowing of a result, or where it is
fb_say() {
	[[ -n ${QUIET:-} ]] || printf 'flowbench: %s\n' "$*" >&2
}

# fb_shows: is progress wanted?
fb_shows() {
	[[ -z ${QUIET:-} && (-n ${VERBOSE:-} || -t 2) ]]
}

# fb_progress TEXT: which step is going on
fb_progress() {
	! fb_shows || printf 'flowbench: %s\n' "$*" >&2
}

# fb_die [-s STATUS] MESSAGE: one line that names the thing, then leave.
fb_die() {
	local status=$fb_failure

	if [[ $1 == -s ]]; then
		status=$2
		shift 2
	fi
	printf '%s: %s\n' "$fb_me" "$*" >&2
	exit "$status"
}

# fb_verdict STATUS: ends the script with STATUS, which is a verdict if it is 0 or 1. With fb_failure=2 nothing else
# ends it with 1: a command that fails under set -e ends it with 2.
fb_verdict() {
	fb_judged=1
	exit "$1"
}

# fb_undo COMMAND…: run COMMAND on the way out, last pushed first.
fb_undo() {
	local quoted

	printf -v quoted '%q ' "$@"
	fb_undo_stack+=("$quoted")
}

fb_unwind() {
	local ended=$? i

	trap '' INT TERM HUP
	for ((i = ${#fb_undo_stack[@]} - 1; i >= 0; i--)); do
		eval "${fb_undo_stack[i]}" || true
	done
	fb_undo_stack=()
	((ended != 1)) || [[ -n $fb_judged ]] || exit "$fb_failure"
}

trap fb_unwind EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Ends a process group that fb_run started, and waits until it is gone, so
# that its own undo steps are over before ours begin.
fb_end_group() {
	local pid=$1 i

	kill -TERM -- "-$pid" 2>/dev/null || return 0
	for ((i = 0; i < 100; i++)); do
		kill -0 -- "-$pid" 2>/dev/null || return 0
		read -r -t 0.1 <> <(:) || true
	done
	kill -KILL -- "-$pid" 2>/dev/null || true
}

# fb_run COMMAND…: run an external command in a session of its own, so that a
# signal to us is acted on at once and reaches everything that it started.
# stdin is not passed on.
fb_run() {
	local pid status=0

	setsid -- "$@" </dev/null &
	pid=$!
	fb_undo fb_end_group "$pid"
	wait "$pid" || status=$?
	unset 'fb_undo_stack[-1]'
	return "$status"
}

# Functions beside each other: fb_begin NAME COMMAND… begins one, which undoes what it has begun itself when
# it ends or is ended; fb_ended waits for any, and its name is in FB_ENDED ("" when a signal came first).
declare -A fb_begun
fb_begin() {
	local name=$1
	shift

	(
		fb_undo_stack=()
		trap fb_unwind EXIT
		"$@"
	) &
	fb_begun[$!]=$name
	fb_undo fb_end_begun "$!"
}

fb_end_begun() {
	[[ -z ${fb_begun[$1]:-} ]] || { kill -TERM "$1" && wait "$1"; } 2>/dev/null || true
}

fb_ended() {
	local pid=''

	wait -n -p pid "${!fb_begun[@]}" || true
	FB_ENDED=${pid:+${fb_begun[$pid]}}
	[[ -z $pid ]] || unset "fb_begun[$pid]"
}

# fb_step TEXT COMMAND…: fb_run with its output kept back; shows TEXT, then the
# time it took, where progress is wanted. When it fails the end of its output is shown, and what tools
# complained about before (the last line only for what cannot be had), and the status is handed back.
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
	unset 'fb_undo_stack[-1]'
	return "$status"
}

# fb_complaints FILE: the first of what a compiler, the linker or make complained about in a log; status 1
# if they did not.
fb_complaints() {
	grep -m 8 -E '(rror:|Error [0-9]|undefined (reference|symbol)|undefined!|No rule to make)' "$1"
}

# fb_step_done TEXT BEGAN [LEAD]: prints and records how long TEXT took, since
# BEGAN (a value of EPOCHREALTIME).
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

# fb_steps FILE: the table of what is in such a file, as progress
fb_steps() {
	fb_shows || return 0
	printf '\n%8s  %s\n' seconds step >&2
	awk -F '\t' '{ printf "%8.1f  %s\n", $1, $2 }' "$1" >&2
}

# A full disk shows as some tool's odd failure: name it.
fb_why_full() {
	local dir avail

	if grep -q 'No space left on device' "$1" 2>/dev/null; then
		for dir in "$FB_CACHE" "${TMPDIR:-/tmp}" "$FB_TOP"; do
			[[ -d $dir ]] || continue
			avail=$(df -Pm -- "$dir" | awk 'NR == 2 { print $4 }')
			if ((avail < 200)); then
				printf '%s: no space left in %s (%s MB free)\n' \
					"$fb_me" "$dir" "$avail" >&2
			fi
		done
	fi
}

# fb_need_space MB DIR: say so before the work, rather than in the middle.
fb_need_space() {
	local avail

	avail=$(df -Pm -- "$2" | awk 'NR == 2 { print $4 }')
	((avail >= $1)) ||
		fb_die "no space left in $2: $avail MB free, $1 MB needed"
}

# fb_need COMMAND…: each has to be in PATH.
fb_need() {
	local tool

	for tool in "$@"; do
		command -v "$tool" >/dev/null ||
			fb_die "'$tool' is missing: run 'make setup'"
	done
}

fb_cache_init() {
	[[ -d $FB_CACHE/locks && -d $FB_CACHE/tmp ]] || mkdir -p "$FB_CACHE/locks" "$FB_CACHE/tmp" 2>/dev/null ||
		fb_die "cannot write to the cache $FB_CACHE"
}

# fb_lock NAME: wait for the cache entry NAME; held until this script ends.
fb_lock() {
	local fd

	fb_cache_init
	exec {fd}>"$FB_CACHE/locks/$1"
	if ! flock -n "$fd"; then
		fb_progress "waiting for another run that builds $1"
		flock "$fd"
	fi
}

# fb_scratch VAR: a new directory on the cache's file system, its name in VAR,
# removed on the way out. What a killed run left is removed as well: a
# directory whose lock nobody holds has no owner.
fb_scratch() {
	local old lock new

	fb_cache_init
	for old in "$FB_CACHE"/tmp/*.lock; do
		[[ -e $old ]] || continue
		if flock -n "$old" true 2>/dev/null; then
			rm -rf -- "${old%.lock}" "$old"
		fi
	done
	new=$(mktemp -u "$FB_CACHE/tmp/XXXXXXXX")
	exec {lock}>"$new.lock"
	# Nobody else has this name; at most somebody looks whether we live.
	flock "$lock"
	fb_undo rm -rf -- "$new" "$new.lock"
	mkdir "$new" || fb_die "cannot write to the cache $FB_CACHE"
	printf -v "$1" '%s' "$new"
}

# fb_publish SCRATCH FINAL: a cache entry appears whole or not at all.
fb_publish() {
	mkdir -p -- "$(dirname -- "$2")"
	rm -rf -- "$2"
	mv -T -- "$1" "$2"
}

# fb_hash FILE…: short hash of names (below the top directory) and contents. One process for all of them: each
# boot asks for some hundred files.
fb_hash() {
	local sum

	sum=$( (cd -- "$FB_TOP" && sha256sum -- "${@#"$FB_TOP"/}") | sha256sum)
	printf '%s\n' "${sum:0:16}"
}

# fb_list FILE: a data file's words, comments taken off.
fb_list() {
	sed -e 's/#.*//' -- "$1" | tr -s ' \t\n' '\n' | sed '/^$/d'
}

# fb_suite_of VERSION: the suite that carries this kernel, empty if none.
fb_suite_of() {
	# As text: 5.1 is not 5.10.
	awk -v v="$1" '$1 "" == v "" { print $2 }' "$FB_SCRIPTS/data/kernels"
}

# fb_igb_nics FILE KIND: the names of the NICs of a file *.nics that are an igb: where no KIND is asked
# for, those with this property; for igb those, or all if it says so of none; else none.
fb_igb_nics() {
	local named

	[[ -n $1 && $2 != virtio && $2 != veth ]] || return 0
	named=$(awk '!/^#/ && $4 ~ /^igb(,|$)/ { print $1 }' "$1")
	[[ $2 != igb || -n $named ]] || named=$(awk 'NF && !/^#/ { print $1 }' "$1")
	printf '%s' "$named"
}

# fb_scenario_value SCENARIO KEY: what the scenario's file says before its phases, or nothing
fb_scenario_value() {
	sed -n "/^\[/q; s/^$2 *= *//p" "$FB_TOP/userspace/data/scenarios/$1"
}

# fb_pack DIR OUT: DIR as a newc cpio whose bytes depend on its names and
# contents only: not on who packs it, when, or under which umask. Changes modes
# and dates in DIR.
fb_pack() {
	chmod -R a-st,u=rwX,go=rX -- "$1"
	find "$1" -exec touch -h -d "@$FB_EPOCH" -- {} +
	(cd -- "$1" && find . -mindepth 1 -print0 | sort -z |
		cpio --null --create --format=newc --owner=0:0 --reproducible \
			--quiet) >"$2"
}

# fb_tools NAME…: run tool_NAME for each, as KTAP, one test a tool; what a tool says is shown when it fails. The
# time of each is progress. Status 1 if one failed.
fb_tools() {
	local tool said began number=0 failed=0

	printf 'TAP version 13\n1..%d\n' $#
	for tool; do
		number=$((number + 1)) began=$EPOCHREALTIME
		if said=$("tool_$tool" 2>&1); then
			printf 'ok %d - %s\n' "$number" "$tool"
		else
			printf 'not ok %d - %s\n' "$number" "$tool"
			printf '# %s\n' "${said//$'\n'/$'\n# '}" | head -n 60
			failed=1
		fi
		! fb_shows || fb_step_done "$tool" "$began" "flowbench: $tool ... "
	done
	return "$failed"
}

# --- results ------------------------------------------------------------------------------------

# fb_result NAME: what is needed is installed, and there is an empty $FB_STAGE, which fb_result_end makes
# out/NAME. The time of each step is told at the end.
fb_result() {
	FB_BEGAN=$EPOCHREALTIME
	FB_STEPS=$(mktemp "${TMPDIR:-/tmp}/flowbench-steps.XXXXXX")
	fb_undo rm -f "$FB_STEPS"
	export FB_STEPS
	"$FB_SCRIPTS/setup"
	FB_FINAL=$FB_TOP/out/$1
	FB_STAGE=$FB_TOP/out/.$1.partial
	mkdir -p "$FB_TOP/out"
	fb_need_space 100 "$FB_TOP/out"
	rm -rf -- "$FB_STAGE"
	fb_undo rm -rf -- "$FB_STAGE"
	mkdir -p "$FB_STAGE"
}

# fb_machine KERNEL: what the machine needs is made, before the machine is timed.
fb_machine() {
	"$FB_SCRIPTS/kernel/get" "$1" >/dev/null
	"$FB_SCRIPTS/vm/image" >/dev/null
	"$FB_SCRIPTS/vm/module" "$1" >/dev/null
	"$FB_SCRIPTS/vm/program" >/dev/null
}

# fb_result_end STATUS FILE: the result is kept if it is one, that is with STATUS 0 or 1 and FILE; else what there
# is lies in out/failed, and FB_FINAL is empty.
fb_result_end() {
	if (($1 == 0 || $1 == 1)) && [[ -f $FB_STAGE/$2 ]]; then
		rm -rf -- "$FB_FINAL"
		mv -- "$FB_STAGE" "$FB_FINAL"
	elif rmdir -- "$FB_STAGE" 2>/dev/null; then
		# It did not come so far.
		FB_FINAL=''
	else
		rm -rf -- "$FB_TOP/out/failed"
		mv -- "$FB_STAGE" "$FB_TOP/out/failed"
		fb_say "no result; console.log and dmesg are in out/failed"
		FB_FINAL=''
	fi
	fb_step_done "in all" "$FB_BEGAN"
	fb_steps "$FB_STEPS"
}

# fb_report DIR…: report.html in the first of them, out of the documents of all that are there. A result without
# its page is still one.
fb_report() {
	local dir dirs=()

	for dir; do
		[[ ! -d $dir ]] || dirs+=("$dir")
	done
	if make --no-print-directory -s -C "$FB_TOP/userspace" >/dev/null &&
		"$FB_TOP/userspace/flowbench" report -q "${dirs[@]}"; then
		fb_say "report: ${dirs[0]#"$FB_TOP"/}/report.html"
	else
		fb_say "no report of ${dirs[0]#"$FB_TOP"/}"
	fi
}
