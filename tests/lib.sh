# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for every test: KTAP output, exit statuses, waiting with a deadline, clean-up in reverse order.
# Source it, then
#	scratch; ktap_plan N; check "what" command…; …; ktap_end
# A guest test sources tests/vm/lib.sh, which sources this file.

ktap_planned=0
ktap_count=0
ktap_failed=0
# The words of each command, and behind them their number.
cleanup_stack=()

ktap_plan() {
	ktap_planned=$1
	printf 'TAP version 13\n1..%d\n' "$1"
}

ok() {
	ktap_count=$((ktap_count + 1))
	printf 'ok %d - %s\n' "$ktap_count" "$1"
}

# not_ok WHAT [WHY]
not_ok() {
	ktap_count=$((ktap_count + 1))
	ktap_failed=$((ktap_failed + 1))
	printf 'not ok %d - %s\n' "$ktap_count" "$1"
	[[ -z ${2:-} ]] || printf '# %s\n' "${2//$'\n'/$'\n# '}"
}

# skip WHAT WHY
skip() {
	ktap_count=$((ktap_count + 1))
	printf 'ok %d - %s # SKIP %s\n' "$ktap_count" "$1" "$2"
}

# check WHAT COMMAND…: the command must succeed; its output is shown if it fails
check() {
	local what=$1 said

	shift
	if said=$("$@" 2>&1); then
		ok "$what"
	else
		not_ok "$what" "$* failed${said:+: $said}"
	fi
}

# refuse WHAT COMMAND…: the command must fail
refuse() {
	local what=$1 said

	shift
	if said=$("$@" 2>&1); then
		not_ok "$what" "$* succeeded${said:+: $said}"
	else
		ok "$what"
	fi
}

ktap_end() {
	if ((ktap_count != ktap_planned)); then
		printf '# planned %d, ran %d\n' "$ktap_planned" "$ktap_count"
		exit 1
	fi
	exit $((ktap_failed > 0))
}

# --- what a command prints, and its exit status ---------------------------------------------------

# scratch: makes $dir, a folder that is removed when the test ends, and goes to the top of the clone.
scratch() {
	cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." || exit 1
	dir=$(mktemp -d)
	on_exit rm -rf "$dir"
}

# ends STATUS COMMAND…: succeeds if COMMAND ends with STATUS. $dir/said gets its output and its standard error.
ends() {
	local want=$1 status=0
	shift

	"$@" >"$dir/said" 2>&1 </dev/null || status=$?
	((status == want)) && return
	printf 'status %d, not %d\n' "$status" "$want"
	tail -n 40 "$dir/said"
	return 1
}

# ends_apart STATUS COMMAND…: like ends, but $dir/err gets the standard error.
ends_apart() {
	local want=$1 status=0
	shift

	"$@" >"$dir/said" 2>"$dir/err" </dev/null || status=$?
	((status == want)) && return
	printf 'status %d, not %d\n' "$status" "$want"
	tail -n 40 "$dir/said"
	cat "$dir/err"
	return 1
}

# says PATTERN: succeeds if $dir/said has a line that matches PATTERN (grep -E).
says() {
	grep -qE -- "$1" "$dir/said" && return
	printf 'nothing like: %s\n' "$1"
	tail -n 40 "$dir/said"
	return 1
}

# ends_saying STATUS PATTERN COMMAND…: both
ends_saying() {
	ends "$1" "${@:3}" && says "$2"
}

# --- waiting, and other work beside a test --------------------------------------------------------

# What pause reads. It is opened here: a process substitution sets $!, which a caller of pause may need afterwards.
exec {pause_tick}<> <(:)

# pause SECONDS: sleeps without starting a process
pause() {
	read -r -t "$1" -u "$pause_tick" || true
}

# wait_until SECONDS COMMAND…: repeats the command until it succeeds; returns 1 if it never did. Pauses for wait_tick
# seconds between two tries.
wait_until() {
	local deadline=$((SECONDS + $1))

	shift
	until "$@" >/dev/null 2>&1; do
		((SECONDS < deadline)) || return 1
		pause "${wait_tick:-0.05}" # between two tries; the deadline bounds the loop
	done
}

# busy COMMAND…: runs the command while CORES processes (default: one a CPU) keep the machine busy. The processes
# run when a CPU would idle: they must interrupt the command now and then, but not take a processor away from tests
# beside it. A nice value does not do that: it counts within a session only (sched(7), autogroup). They end with the
# shell that runs the command, however that ends.
busy() {
	local workers=() i status=0

	for ((i = 0; i < ${CORES:-$(nproc)}; i++)); do
		chrt --idle 0 setpriv --pdeathsig TERM timeout 1500 sha256sum /dev/zero &
		workers+=($!)
	done
	"$@" || status=$?
	kill "${workers[@]}" 2>/dev/null
	wait "${workers[@]}" 2>/dev/null
	return "$status"
}

# all_at_once FUNCTION WORD…: runs FUNCTION WORD for each WORD in parallel. If one fails, prints the output of all.
all_at_once() {
	local function=$1 word pid started=() said status=0

	shift
	said=$(mktemp -d)
	for word; do
		"$function" "$word" >"$said/$word" 2>&1 &
		started+=("$!")
	done
	for pid in "${started[@]}"; do wait "$pid" || status=$?; done
	((status == 0)) || tail -n +1 -- "$said"/*
	rm -rf -- "$said"
	return "$status"
}

# busy_at_once FUNCTION WORD…: like all_at_once, on a busy machine. Each FUNCTION keeps one CPU busy, because its
# guest never halts. Other processes are added until there are two more busy processes than CPUs.
busy_at_once() {
	local cores

	cores=$(nproc)
	CORES=$((cores + 2 > $# ? cores + 2 - $# : 0)) busy all_at_once "$@"
}

# --- clean-up -------------------------------------------------------------------------------------

# on_exit COMMAND…: runs the command when the test ends; the last one registered runs first
on_exit() {
	cleanup_stack+=("$@" $#)
}

run_cleanup() {
	local at=${#cleanup_stack[@]} words

	while ((at)); do
		words=${cleanup_stack[at - 1]} at=$((at - 1 - words))
		"${cleanup_stack[@]:at:words}" >/dev/null 2>&1 || true
	done
}
trap run_cleanup EXIT
