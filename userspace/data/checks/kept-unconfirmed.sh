# proves: the first packet of a flow, which conntrack has not confirmed, does not offload it
# SPDX-License-Identifier: GPL-2.0
# why: new
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip match='meta l4proto udp'
	deaf server
	begin
	from_client 1
	finish
	is nft "packets on the slow path" = 1 "$(slow)"
	is ct "connections" = 1 "$(tracked udp dport=5000)"
	is ct "offloaded connections" = 0 "$(offloaded udp dport=5000)"
	is hook "flows added" = 0 "$(d hook.flow_offload_add.calls)"
	closes
}
