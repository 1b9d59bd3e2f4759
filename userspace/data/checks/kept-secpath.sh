# proves: packets that were decrypted from ESP do not offload their flow
# SPDX-License-Identifier: GPL-2.0
# why: from-esp no-match
# needs: xfrm_user esp4 authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	tunnel 4 null
	flowtable ip match='iifname out0 ct state established'
	connect a udp 10.0.8.2 5000
	begin
	both_ways a udp
	finish
	is ct "connections" = 1 "$(tracked udp dport=5000)"
	is ct "offloaded connections" = 0 "$(offloaded udp dport=5000)"
	is hook "packets on the fast path" = 0 "$(fast)"
	closes
}
