# proves: packets in plain text from the encrypted side, with the IPv4 tuple of an offloaded flow that uses an xfrm interface, reach the rules, which drop them
# SPDX-License-Identifier: GPL-2.0
# why: other-device
# needs: xfrm_user esp4 xfrm_interface gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	xfrm_interface 4
	flowtable ip devices='in0, out0, ipsec0' before='iifname != ipsec0 ip saddr 10.0.8.0/24 drop'
	connect a udp 10.0.8.2 5000 sport=4000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	watch at-client client eth0
	begin
	from_server 10 src=10.0.8.2 dst=10.0.1.2
	finish
	is hook "packets in plain text on the fast path" = 0 "$(fast)"
	is nft "packets in plain text on the slow path" = 10 "$(slow)"
	t seen at-client src=10.0.8.2
	is wire "packets in plain text at the client" = 0 "$(got n)"
}
