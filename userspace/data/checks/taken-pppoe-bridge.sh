# proves: a flowtable on the device below forwards the flows of a PPPoE session through a bridge with their header, IPv4 and IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: pppoe bridge nf_flow_table_inet
# since: 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	pppoe_bridge_leg
	flowtable inet
	behind "in their session" vlan=none pppoe=7
}
