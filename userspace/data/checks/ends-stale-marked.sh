# proves: a connection whose flow has come back after its route became stale stays marked as offloaded
# SPDX-License-Identifier: GPL-2.0
# why: stale
# why: 5.10 -
# fails: 7.3 the collector ends the stale flow once more, and takes the mark that the new flow has set: nf_flow_offload_gc_step() asks nf_flow_dst_check() (commit not found)
# danger: 7.3 a connection whose flow came back after a change of routes is no longer marked as offloaded, and nothing prolongs its timeout (nf_flow_table_extend_ct_timeout())
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs
	an_offloaded_flow 4
	must ip_ gw link set out0 mtu 1400
	begin
	try send a c2s 1 size=100
	finish
	until_ 5 one_is_fast a udp c2s || true
	taken a udp
	is ct "offloaded connections, the flow has returned" = 1 "$(offloaded udp dport=5000)"
	# The collector comes once a second.
	sleep 3
	taken a udp
	is ct "offloaded connections, the collector has run" = 1 "$(offloaded udp dport=5000)"
}
