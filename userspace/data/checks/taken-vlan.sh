# proves: a flowtable on the untagged device forwards a VLAN's flows with their tag, IPv4 and IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: 8021q nf_flow_table_inet
# since: 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	vlan_leg
	flowtable inet
	behind "with their tag" vlan=10
}
