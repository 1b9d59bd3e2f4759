# proves: when a device is removed its flows leave the flowtable, those of other devices stay, and nothing holds the device
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable ip devices='in0, out0, mid0'
	connect a udp 10.0.2.2 5000
	t udp b client other 10.0.3.2 5001
	warm b udp
	is ct "connections that are offloaded" = 2 "$(offloaded udp)"
	must timeout 30 ip -n "$(ns gw)" link delete mid0
	is kernel "devices named mid0" = 0 "$(ip_ gw link show mid0 2>/dev/null | grep -c mid0)"
	until_ 3 one_offloaded || true
	is ct "connections of the device that are offloaded" = 0 "$(offloaded udp dport=5001)"
	begin
	both_ways a udp
	finish
	# Routes are made anew, so that the flow that stays is looked at once more.
	is hook "packets of the fast path" '>=' 99 "$(fast)"
	is nft "packets of the slow path" '<=' 1 "$(slow)"
	closes in0 out0
}

one_offloaded() {
	[[ $(offloaded udp) == 1 ]]
}
