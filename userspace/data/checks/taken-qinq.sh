# proves: a flowtable on the untagged device forwards flows with two VLAN tags, with both tags, IPv4 and IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: 8021q nf_flow_table_inet
# since: 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	beyond_rules 'a tag of 802.1ad (hardware-qinq)'
	qinq_leg
	flowtable inet
	behind "with both tags" vlan=10,20
}
