# proves: a flowtable on the untagged device forwards flows with two VLAN tags, with both tags, IPv4 and IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: 8021q nf_flow_table_inet
# since: 5.13 before, a flowtable did not support VLAN tags
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	must ip_ client link add link eth0 name eth0.10 type vlan protocol 802.1ad id 10
	must ip_ client link add link eth0.10 name eth0.10.20 type vlan id 20
	must ip_ client link set eth0.10 up
	must ip_ gw link add link in0 name in0.10 type vlan protocol 802.1ad id 10
	must ip_ gw link add link in0.10 name in0.10.20 type vlan id 20
	must ip_ gw link set in0.10 up
	move_leg eth0.10.20 in0.10.20
	flowtable inet
	behind "with both tags" vlan=10,20
}
