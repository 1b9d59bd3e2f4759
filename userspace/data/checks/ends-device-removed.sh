# proves: a removed device loses its flows, flows of other devices stay, and nothing holds a reference to the device
# SPDX-License-Identifier: GPL-2.0
# why: stale
# why: 5.10 -
# why: 7.3 added
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs
	flowtable ip devices='in0, out0, mid0'
	connect a udp 10.0.2.2 5000
	t udp b client other 10.0.3.2 5001
	warm b udp
	is ct "offloaded connections" = 2 "$(offloaded udp)"
	must timeout 30 ip -n "$(ns gw)" link delete mid0
	is kernel "devices named mid0" = 0 "$(ip_ gw link show mid0 2>/dev/null | grep -c mid0)"
	until_ 3 one_offloaded || true
	is ct "offloaded connections of the removed device" = 0 "$(offloaded udp dport=5001)"
	begin
	both_ways a udp
	finish
	# The kernel renews its routes, so one packet of the remaining flow takes the slow path. From 7.3 on the collector has
	# ended that flow before, and the packet adds another one.
	is hook "packets on the fast path" '>=' 99 "$(fast)"
	is nft "packets on the slow path" '<=' 1 "$(slow)"
	closes in0 out0
}

one_offloaded() {
	[[ $(offloaded udp) == 1 ]]
}
