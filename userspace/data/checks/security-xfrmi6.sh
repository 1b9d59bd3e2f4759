# proves: packets in plain text from the encrypted side, with the IPv6 tuple of an offloaded flow that uses an xfrm interface, reach the rules, which drop them
# SPDX-License-Identifier: GPL-2.0
# why: other-device
# needs: xfrm_user esp6 xfrm_interface gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	xfrm_interface 6
	flowtable ip6 devices='in0, out0, ipsec0' before='iifname != ipsec0 ip6 saddr fd00:8::/64 drop'
	connect a udp fd00:8::2 5000 sport=4000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	watch at-client client eth0
	begin
	from_server6 10 src=fd00:8::2 dst=fd00:1::2
	finish
	is hook "packets in plain text on the fast path" = 0 "$(fast)"
	is nft "packets in plain text on the slow path" = 10 "$(slow)"
	t seen at-client src=fd00:8::2
	is wire "packets in plain text at the client" = 0 "$(got n)"
}
