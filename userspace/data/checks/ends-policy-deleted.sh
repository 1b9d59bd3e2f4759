# proves: after its IPsec policy is deleted, a flow stops using the SA at once, as a new flow would
# SPDX-License-Identifier: GPL-2.0
# why: stale
# needs: xfrm_user esp4 authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	tunnel 4 null
	flowtable ip
	connect a udp 10.0.8.2 5000 sport=4000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	watch wire gw out0 out=1
	must ip_ gw xfrm policy delete src 10.0.1.0/24 dst 10.0.8.0/24 dir out
	begin
	from_client 20 dst=10.0.8.2
	finish
	t seen wire dst=10.0.8.2
	is wire "packets sent in plain text" = 20 "$(got n)"
	t seen wire proto=esp
	is wire "packets that left as ESP" = 0 "$(got n)"
	is nft "packets on the slow path" '>=' 1 "$(slow)"
	closes
}
