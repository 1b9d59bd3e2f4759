# proves: a namespace with flows in its flowtable can be removed, and everything that it held is released
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local before

	before=$(</sys/module/nf_flow_table_inet/refcnt)
	flowtable inet
	connect a udp 10.0.2.2 5000
	connect b tcp fd00:2::2 5000
	is ct "offloaded connections" = 2 "$(offloaded dport=5000)"
	is kernel "users of nf_flow_table_inet, added by the flowtable" '>=' 1 $(($(</sys/module/nf_flow_table_inet/refcnt) - before))
	must ip netns delete "$(ns gw)"
	until_ 10 given_back "$before" || true
	is kernel "users of nf_flow_table_inet, as before" = "$before" "$(</sys/module/nf_flow_table_inet/refcnt)"
	until_ 10 peer_gone || true
	is dev "remaining ends of the gateway's links" = 0 "$(ip_ client link show eth0 2>/dev/null | grep -c eth0)"
}

given_back() {
	[[ $(</sys/module/nf_flow_table_inet/refcnt) == "$1" ]]
}

peer_gone() {
	! ip_ client link show eth0
}
