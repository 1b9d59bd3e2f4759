#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Packets and marks appear as comments in function_graph output, inside the call that receives the
# packet. No function of the module appears there.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh

ktap_plan 14
log_mark 41-marks-in-function-graph
on_exit module_unload
module_load
net_up
net_server
text=$(mktemp)
on_exit rm -f "$text"
on_exit write "$FB_TRACING/events/flowbench/enable" 0
on_exit graph_off

record() {
	write "$FB_TRACING/trace" ''
	graph_on || return 1
	write "$FB_TRACING/events/flowbench/enable" 1 || return 1
	write "$FB_DEBUG/mark" 'traffic begins' || return 1
	net_send -n 100K || return 1
	write "$FB_DEBUG/mark" 'traffic ends' || return 1
	write "$FB_TRACING/tracing_on" 0
	cat "$FB_TRACING/trace" >"$text"
	write "$FB_TRACING/tracing_on" 1
}

packets_are_comments() {
	local bad

	grep -qE '\|  .*/\* packet: ns=[0-9]+ dev=c1 ifindex=[0-9]+ len=[0-9]+ ethertype=0x0800 proto=tcp 10\.9\.1\.2:[0-9]+>10\.9\.2\.2:5201 flags=[SAPF]+ seq=[0-9]+ ack=[0-9]+ spi=0x00000000 type=0 code=0 fragoff=0 ipproto=6 \*/$' \
		"$text" || { echo "no packet"; return 1; }
	bad=$(grep 'packet:' "$text" | grep -v '/\* packet: ns=.* \*/$' | head -3)
	[[ -z $bad ]] || { echo "$bad"; return 1; }
}

# The comment must be indented: it stands deeper than the root of the graph.
packets_are_inside() {
	grep -qE '\|    +/\* packet:' "$text"
}

has_mark() {
	grep -qF "/* mark: $1 */" "$text"
}

module_is_absent() {
	! grep -nE '[^a-z_]fb_[a-z_]+\(|\[flowbench\]' "$text"
}

# The functions that record the event must not look like a part of the packet's path.
tracing_is_absent() {
	! grep -nE 'trace_event|ring_buffer|irq_work' "$text"
}

refused() {
	local said

	said=$(write "$FB_DEBUG/mark" "$2" 2>&1) && { echo "the write was accepted"; return 1; }
	grep -qF "$1" <<<"$said" || { echo "$said"; return 1; }
}

long_mark() {
	write "$FB_DEBUG/mark" "$(printf '%*s' "$1" '' | tr ' ' x)"
}

check "a trace is recorded" record
check "packets are comments" packets_are_comments
check "packets are inside the call that receives them" packets_are_inside
check "the first mark is in the trace" has_mark 'traffic begins'
check "the second mark is in the trace" has_mark 'traffic ends'
check "no function of the module is in the trace" module_is_absent
check "no function of the recording is in the trace" tracing_is_absent
refuse "no function of the module can be traced" grep -F '[flowbench]' \
	"$FB_TRACING/available_filter_functions"
check "a mark of 255 characters is accepted" long_mark 255
check "a longer mark is refused" refused 'too long' "$(printf '%*s' 256 x)"
check "an empty mark is refused" refused 'Invalid argument' ''
check "a mark that would end the comment is refused" \
	refused 'Invalid argument' 'a */ b'
check "a mark with control characters is refused" refused 'Invalid argument' $'a\tb'
check "kernel log is clean" log_clean
ktap_end
