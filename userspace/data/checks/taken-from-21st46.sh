# proves: `ct packets > 20 flow add` offloads an IPv$V connection with its 21st packet, whoever sends it; of one direction alone, with the 21st of that one
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why: new no-reply no-match added
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	must in_ gw bash -c 'echo 1 >/proc/sys/net/netfilter/nf_conntrack_acct'
	flowtable inet match='ct state established udp dport 5000 ct packets > 20 flow add @ft
		ct state established udp sport 5000 ct packets > 20 flow add @ft
		ct state established udp dport 5001 ct original packets > 20 flow add @ft
		ct state established udp sport 5001 ct original packets > 20 flow add @ft
		ct state established udp sport 5002 ct reply packets > 20'
	from_the_21st "$V" a 5000 'c2s 10 s2c 10' c2s
	t drop a
	delete_connection -p udp --dport 5000
	from_the_21st "$V" b 5000 'c2s 5 s2c 15' s2c
	from_the_21st "$V" c 5001 'c2s 20 s2c 30' c2s
	from_the_21st "$V" d 5002 'c2s 30 s2c 20' s2c
}
