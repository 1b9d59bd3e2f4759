# proves: a flowtable on the device below forwards the flows of a PPPoE session within a VLAN and through a bridge with their header, IPv4 and IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: pppoe 8021q bridge nf_flow_table_inet
# since: 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	pppoe_vlan_bridge_leg
	flowtable inet
	behind "in their session" vlan=10 pppoe=7
}
