# proves: an IPv6 packet whose addresses have the bits of an offloaded IPv4 flow takes the slow path; NAT between the families is refused
# SPDX-License-Identifier: GPL-2.0
# why: new no-reply
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable inet
	connect a udp 10.0.2.2 5000 sport=4000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	must ip_ gw -6 route add a00:202::/128 via fd00:2::2 dev out0
	watch at-server server eth0
	begin
	# 0a00:0102 is 10.0.1.2, 0a00:0202 is 10.0.2.2.
	from_client6 10 src=a00:102:: dst=a00:202::
	finish
	all_slow 10
	t seen at-server dst=a00:202::
	is wire "IPv6 packets at the server" = 10 "$(got n)"
	is nft "rules accepted that translate IPv4 to IPv6" = 0 "$(accepted 'ip daddr 10.0.8.8 dnat ip6 to fd00:2::2')"
	is nft "rules accepted that translate IPv6 to IPv4" = 0 "$(accepted 'ip6 daddr fd00:8::8 dnat ip to 10.0.2.2')"
	is nft "rules accepted that translate IPv4 to IPv4" = 1 "$(accepted 'ip daddr 10.0.8.8 dnat ip to 10.0.2.2')"
	taken a udp
}

# accepted RULE: prints 1 if nft accepts this rule of a NAT chain, else 0
accepted() {
	in_ gw nft add table inet mix
	in_ gw nft add chain inet mix pre '{ type nat hook prerouting priority -100; }'
	if in_ gw nft add rule inet mix pre "$1" 2>/dev/null; then echo 1; else echo 0; fi
}
