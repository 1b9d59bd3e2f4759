# proves: UDP datagrams of 8000 bytes take the fast path into and out of ESP, at an MTU of 9000
# SPDX-License-Identifier: GPL-2.0
# needs: xfrm_user esp4 gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	local end=10.0.2.2

	jumbo
	tunnel 4 gcm
	flowtable ip
	connect a udp 10.0.8.2 5000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	watch wire gw out0 out=1
	begin
	large a
	finish
	is hook "packets on the fast path" = 100 "$(fast)"
	is nft "packets on the slow path: only the ESP packets" = "$(encrypted)" "$(slow)"
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
	closes
	t seen wire proto=esp dst="$end" spi=0x1000
	is wire "ESP packets to the other end" = 50 "$(got n)"
	t seen wire dst=10.0.8.2
	is wire "packets sent in plain text" = 0 "$(got n)"
}
