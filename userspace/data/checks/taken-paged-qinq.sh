# proves: the flowtable forwards packets with two VLAN tags that are not in the linear part of the packet, and no others
# SPDX-License-Identifier: GPL-2.0
# needs: 8021q nf_flow_table_inet
# since: 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local tags=88a8000a81000014

	beyond_rules 'a tag of 802.1ad (hardware-qinq)'
	jumbo
	qinq_leg
	flowtable inet
	connect a udp 10.0.2.2 5000 sport=4000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	# The same packet behind another EtherType than that of IPv4.
	paged "$(frame4 tags=$tags l4="$(large_udp)")" "$(frame4 tags=$tags type=88b5 l4="$(large_udp)")"
	is nft "frames on the slow path" = 0 "$(slow)"
}
