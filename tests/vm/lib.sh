# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What every guest test needs: KTAP output, waiting with a deadline, clean-up
# in reverse order, and a look at the kernel log. Source it, then
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

# check WHAT COMMAND…: what the command says is shown when it fails
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

# wait_until SECONDS COMMAND…: 0 as soon as the command succeeds, 1 if it never did
wait_until() {
	local deadline=$((SECONDS + $1))

	shift
	until "$@" >/dev/null 2>&1; do
		((SECONDS < deadline)) || return 1
		sleep 0.05 # between two looks; the deadline bounds them all
	done
}

# busy COMMAND…: with every core of this machine at work until it has ended; CORES, if not all of them. It is work
# that gives way, as what is tested is to be interrupted now and then, and not to take thrice as long.
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

# all_at_once FUNCTION WORD…: FUNCTION WORD for each WORD, side by side; if one fails, what they all said
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

# busy_at_once FUNCTION WORD…: as that, with every core of this machine at work: each FUNCTION is, in a guest that
# never halts, and beside them what is wanting to one more than there are cores
busy_at_once() {
	local cores

	cores=$(nproc)
	CORES=$((cores + 2 > $# ? cores + 2 - $# : 0)) busy all_at_once "$@"
}

# on_exit COMMAND…: run at the end of the test, last one first
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

# watches_itself: a debug kernel; what it costs, and all that it calls, is its own
watches_itself() {
	[[ -e /sys/kernel/debug/kmemleak || -e /sys/kernel/debug/kcsan ]]
}

# write FILE TEXT: a write of exactly this line; fails with the kernel's errno
write() {
	printf '%s\n' "$2" >"$1"
}

module_load() {
	[[ -d /sys/module/flowbench ]] || insmod "$FB_MODULE"
}

module_unload() {
	[[ ! -d /sys/module/flowbench ]] || rmmod flowbench
}

# graph_on: record what net_rx_action calls. Only names of the receive path are
# hooked: with all of them an emulated CPU can take longer for a timer interrupt
# than it has until the next.
graph_on() {
	local name

	write "$FB_TRACING/set_ftrace_filter" net_rx_action || return 1
	for name in process_backlog '*netif_receive*' 'ip_*' 'tcp_v4_*' 'nf_*' \
		'neigh_*' '__skb_*' 'skb_*' 'ring_buffer_*' 'trace_*' 'irq_work_*'; do
		# Not every kernel has functions of every name.
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

# log_mark, log_clean: is there any complaint in the kernel log since the mark? Shows each, and 40 lines behind it.
log_mark() {
	printf 'flowbench-test-mark %s\n' "$1" >/dev/kmsg
	log_from=$1
}

log_since() {
	dmesg | sed -n "/flowbench-test-mark $log_from\$/,\$p"
}

# own_races FILE: a log without the kernel's own data races; how many, to FILE
own_races() {
	awk -v others="$1" -f "$(dirname -- "${BASH_SOURCE[0]}")/../validate/races.awk"
}

log_clean() {
	local bad='BUG:|WARNING:|Oops|general protection|Call Trace|stall|ftrace bug|UBSAN|cannot (attach|detach)'

	! log_since | own_races /dev/null | grep -A 40 -E "$bad"
}
