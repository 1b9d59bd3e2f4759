# proves: the flowtable forwards packets of a PPPoE session whose headers are not in the linear part of the packet, and no others
# SPDX-License-Identifier: GPL-2.0
# needs: pppoe nf_flow_table_inet
# since: 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	jumbo
	pppoe_leg eth0 in0 8000
	flowtable inet
	connect a udp 10.0.2.2 5000 sport=4000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	# The same packet with the protocol number of LCP.
	paged "$(frame4 type=886411000007178e0021 l4="$(large_udp)")" "$(frame4 type=886411000007178ec021 l4="$(large_udp)")"
	is nft "frames on the slow path" = 0 "$(slow)"
}
