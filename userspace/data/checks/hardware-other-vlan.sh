# proves: hardware forwards no packets of VLAN 11 by the rule of a flow of VLAN 10
# SPDX-License-Identifier: GPL-2.0
# needs: 8021q nf_flow_table_inet
# since: 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f)
# fails: all no rule asks for a VLAN: nf_flow_rule_match() sets the key, but not its bit in used_keys (cause not found)
# danger: all with hardware, packets of another VLAN with the addresses and ports of an offloaded flow go by its rule: one flowtable device for each VLAN, or no flags offload
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	vlan_leg
	hardware
	offloading inet
	connect a udp 10.0.2.2 5000 sport=4000
	rules_come "$(ways)"
	is hardware "rules that ask for VLAN 10" = 1 "$(hw_rules 'on in0: .*, VLAN 10')"
	watch at-server server eth0
	begin
	from_client 10 vlan=10
	finish
	is hardware "packets of VLAN 10 that hardware forwarded" = 10 "$(by_hardware)"
	begin
	from_client 10 vlan=11
	finish
	is hardware "packets of VLAN 11 that hardware forwarded" = 0 "$(by_hardware)"
	t seen at-server src=10.0.1.2 dport=5000
	is wire "packets at the server, of both" = 10 "$(got n)"
}
