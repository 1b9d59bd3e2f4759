#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Two writers switch every hook on and off, while packets flow and function_graph records them.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh

rounds=2

ktap_plan 8
log_mark 31-switch-under-traffic
for module in nf_flow_table nf_flow_table_inet nft_flow_offload esp4 esp6; do
	modprobe -q "$module" || true
done
on_exit module_unload
module_load
net_up
net_flowtable
net_server
on_exit write "$FB_TRACING/events/flowbench/enable" 0

calls_seen() {
	awk -v hook="$1" '$1 == hook && $5 > 0 { found = 1 } END { exit !found }' \
		"$FB_DEBUG/hooks"
}

# switch_each COMMAND…: switches each hook on and off; the command sorts the hooks
switch_each() {
	local i hook names

	for ((i = 0; i < rounds; i++)); do
		mapfile -t names < <(cut -d' ' -f1 "$FB_DEBUG/hooks" | "$@")
		for hook in "${names[@]}"; do
			write "$FB_DEBUG/hooks" "+$hook" 2>/dev/null || true
			write "$FB_DEBUG/hooks" "-$hook" || return 1
		done
	done
}

two_writers() {
	local other failed=0

	switch_each sort &
	other=$!
	switch_each sort -r || failed=1
	wait "$other" || failed=1
	return "$failed"
}

counts_while_recording() {
	write "$FB_DEBUG/reset" 1
	write "$FB_DEBUG/hooks" +nf_flow_offload_ip_hook || return 1
	wait_until 30 calls_seen nf_flow_offload_ip_hook
}

# Longer than the test takes on a busy machine.
NET_SEND_SECONDS=660 net_send -t 600 -b 2M &
sender=$!
on_exit kill "$sender"
check "function_graph records" graph_on
on_exit graph_off
write "$FB_TRACING/events/flowbench/enable" 1
check "two writers switch every hook at the same time" two_writers
refuse "no hook is left on" grep ' on ' "$FB_DEBUG/hooks"
check "hooks count while function_graph records" counts_while_recording
check "the recording stops" graph_off
check "the module unloads with hooks on" module_unload
check "the traffic goes on" kill -0 "$sender"
check "kernel log is clean" log_clean
ktap_end
