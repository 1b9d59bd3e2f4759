# proves: hardware gets both tags of a flow behind 802.1ad, and forwards its packets with both
# SPDX-License-Identifier: GPL-2.0
# needs: 8021q nf_flow_table_inet
# since: 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f)
# fails: all a rule says accept where it must push a tag of 802.1ad: flow_offload_rule_alloc() has no case for this type (cause not found)
# danger: all hardware sends packets to a VLAN behind 802.1ad without their outer tag: no flags offload there
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	qinq_leg
	hardware
	offloading inet
	connect a udp 10.0.2.2 5000 sport=4000
	rules_come "$(ways)"
	is hardware "rules that take off two tags" = 1 "$(hw_rules 'on in0:' 'pop a VLAN tag.*pop a VLAN tag')"
	is hardware "rules that put on both" = $(($(ways) - 1)) "$(hw_rules 'on out0:' 'push VLAN 10 \(802.1ad\)' 'push VLAN 20')"
	watch at-server server eth0
	watch at-client client eth0
	begin
	try send a c2s 10 size=100 || true
	try send a s2c 10 size=100 || true
	finish
	t seen at-server src=10.0.1.2 dport=5000
	is wire "packets at the server" = 10 "$(got n)"
	t seen at-client src=10.0.2.2 sport=5000 vlan=10,20
	is wire "packets at the client, with both tags" = 10 "$(got n)"
	closed
}
