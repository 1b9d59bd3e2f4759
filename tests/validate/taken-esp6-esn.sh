# proves: UDP into and out of ESP with extended sequence numbers takes the fast path while the lower 32 bits wrap
# SPDX-License-Identifier: GPL-2.0
# needs: xfrm_user esp6 gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	local end=fd00:2::2

	tunnel 6 gcm 'flag esn replay-window 64 replay-seq 0xfffffff0 replay-oseq 0xfffffff0'
	flowtable ip6
	connect a udp fd00:8::2 5000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	watch wire gw out0 out=1
	begin
	both_ways a udp
	finish
	is hook "packets on the fast path" = 100 "$(fast)"
	is nft "packets on the slow path: only the ESP packets" = "$(encrypted)" "$(slow)"
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
	closes
	t seen wire proto=esp dst="$end" spi=0x1000
	is wire "ESP packets to the other end" = 50 "$(got n)"
	is xfrm "upper 32 bits of the gateway's last sequence number" = 1 "$(upper_bits gw "$end")"
	is xfrm "upper 32 bits of the server's last sequence number" = 1 "$(upper_bits server fd00:2::1)"
}
