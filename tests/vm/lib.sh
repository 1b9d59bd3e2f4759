# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for every guest test: KTAP output, waiting with a deadline, clean-up
# in reverse order, and a check of the kernel log. Source it, then
#	ktap_plan N; check "what" command…; …; ktap_end

export FB_DEBUG=/sys/kernel/debug/flowbench
export FB_TRACING=/sys/kernel/tracing
FB_MODULE=flowbench.ko

ktap_planned=0
ktap_count=0
ktap_failed=0
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

# wait_until SECONDS COMMAND…: repeats the command until it succeeds; returns 1 if it never did
wait_until() {
	local deadline=$((SECONDS + $1))

	shift
	until "$@" >/dev/null 2>&1; do
		((SECONDS < deadline)) || return 1
		sleep 0.05 # between two tries; the deadline bounds the loop
	done
}

# busy COMMAND…: runs the command while CORES processes (default: one a CPU) keep the machine busy. The processes
# have a low priority: they must interrupt the command now and then, but not make it take three times as long.
busy() {
	local workers=() i status=0

	for ((i = 0; i < ${CORES:-$(nproc)}; i++)); do
		nice -n 10 timeout 1500 sha256sum /dev/zero &
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

# on_exit COMMAND…: runs the command when the test ends; the last one registered runs first
on_exit() {
	cleanup_stack+=("$(printf '%q ' "$@")")
}

run_cleanup() {
	local i

	for ((i = ${#cleanup_stack[@]} - 1; i >= 0; i--)); do
		eval "${cleanup_stack[i]}" >/dev/null 2>&1 || true
	done
}
trap run_cleanup EXIT

# watches_itself: returns true on a debug kernel, whose costs and calls differ from a normal kernel's
watches_itself() {
	[[ -e /sys/kernel/debug/kmemleak || -e /sys/kernel/debug/kcsan ]]
}

# write FILE TEXT: writes exactly this line; fails with the kernel's errno
write() {
	printf '%s\n' "$2" >"$1"
}

module_load() {
	[[ -d /sys/module/flowbench ]] || insmod "$FB_MODULE"
}

module_unload() {
	[[ ! -d /sys/module/flowbench ]] || rmmod flowbench
}

# graph_on: records what net_rx_action calls, with function_graph. Only functions of the
# receive path are traced: with all functions, an emulated CPU can need more time for a
# timer interrupt than it has until the next one.
graph_on() {
	local name

	write "$FB_TRACING/set_ftrace_filter" net_rx_action || return 1
	for name in process_backlog '*netif_receive*' 'ip_*' 'tcp_v4_*' 'nf_*' \
		'neigh_*' '__skb_*' 'skb_*' 'ring_buffer_*' 'trace_*' 'irq_work_*'; do
		# A kernel may have no function that matches.
		printf '%s\n' "$name" 2>/dev/null \
			>>"$FB_TRACING/set_ftrace_filter" || true
	done
	write "$FB_TRACING/set_graph_function" net_rx_action &&
		write "$FB_TRACING/current_tracer" function_graph
}

graph_off() {
	write "$FB_TRACING/current_tracer" nop
	write "$FB_TRACING/set_graph_function" ''
	write "$FB_TRACING/set_ftrace_filter" ''
}

# log_mark NAME: writes a mark to the kernel log. log_clean: returns true if the log has no warning or oops since
# the mark; otherwise prints each, with the 40 lines after it.
log_mark() {
	printf 'flowbench-test-mark %s\n' "$1" >/dev/kmsg
	log_from=$1
}

log_since() {
	dmesg | sed -n "/flowbench-test-mark $log_from\$/,\$p"
}

# own_races FILE: copies a kernel log without the data races of the kernel's own code; writes their number to FILE
own_races() {
	awk -v others="$1" -f "$(dirname -- "${BASH_SOURCE[0]}")/../validate/races.awk"
}

log_clean() {
	local bad='BUG:|WARNING:|Oops|general protection|Call Trace|stall|ftrace bug|UBSAN|cannot (attach|detach)'

	! log_since | own_races /dev/null | grep -A 40 -E "$bad"
}
