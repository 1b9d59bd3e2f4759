# proves: a flowtable on the untagged device forwards a VLAN's flows with their tag, IPv4 and IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: 8021q nf_flow_table_inet
# since: 5.13 before, a flowtable did not support VLAN tags
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	must ip_ client link add link eth0 name eth0.10 type vlan id 10
	must ip_ gw link add link in0 name in0.10 type vlan id 10
	move_leg eth0.10 in0.10
	flowtable inet
	behind "with their tag" vlan=10
}
