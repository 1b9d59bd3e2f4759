#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The module is loaded and unloaded while packets flow, with every hook on and both events enabled.
# The traffic goes on, and nothing of the module is left.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh

rounds=6

ktap_plan 8
log_mark 30-unload-under-traffic
for module in nf_flow_table nf_flow_table_inet nft_flow_offload esp4 esp6; do
	modprobe -q "$module" || true
done
on_exit module_unload
module_unload
net_up
net_flowtable
net_server

traffic() {
	net_send -t 600 -b 20M &
	traffic_pid=$!
	on_exit kill "$traffic_pid"
}


grows_from() {
	(($(rx) > $1))
}

rx() {
	ip netns exec fb-t-s cat /sys/class/net/s0/statistics/rx_packets
}

come_and_go() {
	local i before

	for ((i = 0; i < rounds; i++)); do
		insmod "$FB_MODULE" || return 1
		write "$FB_TRACING/events/flowbench/enable" 1 || return 1
		write "$FB_DEBUG/hooks" +all || return 1
		before=$(rx)
		wait_until 20 grows_from "$before" || { echo "no traffic"; return 1; }
		# In every other round, read and reset the counts under load.
		if ((i % 2)); then
			cat "$FB_DEBUG"/{hooks,verdicts} "$FB_DEBUG"/histogram/* \
				>/dev/null || return 1
			write "$FB_DEBUG/reset" 1 || return 1
		fi
		counted=$(awk '{ n += $5 } END { print n }' "$FB_DEBUG/hooks")
		total=$((${total:-0} + counted))
		rmmod flowbench || return 1
	done
	((total > 0)) || { echo "nothing was counted"; return 1; }
}

traffic_goes_on() {
	kill -0 "$traffic_pid" && wait_until 20 grows_from "$(rx)"
}

# The module must not unload while one of its files is open.
busy_while_open() {
	insmod "$FB_MODULE" || return 1
	exec 3<"$FB_DEBUG/hooks" || return 1
	! rmmod flowbench 2>/dev/null || { echo "unloaded"; return 1; }
	exec 3<&-
	rmmod flowbench
}

traffic
check "traffic flows" wait_until 20 grows_from "$(rx)"
check "the module loads and unloads $rounds times with hooks and events on" come_and_go
check "the traffic goes on" traffic_goes_on
refuse "no files are left" test -e "$FB_DEBUG"
refuse "no events are left" test -e "$FB_TRACING/events/flowbench"
check "no probes are left" test -z \
	"$(cat "$FB_TRACING/enabled_functions" /sys/kernel/debug/kprobes/list)"
check "an open file keeps the module loaded" busy_while_open
check "kernel log is clean" log_clean
ktap_end
