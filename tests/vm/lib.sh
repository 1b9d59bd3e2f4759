# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for every guest test: those of tests/lib.sh, the module, function_graph, and a check of the kernel log.
# Source it, then
#	ktap_plan N; check "what" command…; …; ktap_end
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

export FB_DEBUG=/sys/kernel/debug/flowbench
export FB_TRACING=/sys/kernel/tracing
FB_MODULE=flowbench.ko
# A try of wait_until starts processes, which cost an emulated processor more than to be idle.
# shellcheck disable=SC2034 # tests/lib.sh reads it
wait_tick=0.1

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
	awk -v others="$1" -f "$(dirname -- "${BASH_SOURCE[0]}")/../../userspace/data/checks/races.awk"
}

log_clean() {
	local bad='BUG:|WARNING:|Oops|general protection|Call Trace|stall|ftrace bug|UBSAN|cannot (attach|detach)'

	! log_since | own_races /dev/null | grep -A 40 -E "$bad"
}
