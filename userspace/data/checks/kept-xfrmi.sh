# proves: with an xfrm interface that is no device of the flowtable, packets into ESP take the fast path and those out of ESP the slow path, and nothing leaves in plain text
# SPDX-License-Identifier: GPL-2.0
# why: device
# why: 7.2 device no-path
# why: 7.3 device no-path
# needs: xfrm_user esp4 xfrm_interface gcm seqiv ?ghash_generic ?drbg ?rfc4106
# differs: 7.2 the flow is not offloaded at all (commit 871df5007eda)
# differs: 7.3 the flow is not offloaded at all (commit 871df5007eda)
# slow: all without the xfrm interface in the list, what comes out of it is slow; since 7.2 the flow is not offloaded: list it
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local offloaded=1

	kernel_before 7.2 || offloaded=0
	xfrm_interface 4
	flowtable ip
	connect a udp 10.0.8.2 5000
	is ct "offloaded connections" = $offloaded "$(offloaded udp dport=5000)"
	watch wire gw out0 out=1
	begin
	both_ways a udp
	finish
	is hook "packets on the fast path" = $((50 * offloaded)) "$(fast)"
	is nft "ESP packets" = 50 "$(encrypted)"
	is nft "packets on the slow path: encrypted and decrypted" = $((150 - 50 * offloaded)) "$(slow)"
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
	closes
	t seen wire proto=esp dst=10.0.2.2
	is wire "ESP packets to the other end" = 50 "$(got n)"
	t seen wire dst=10.0.8.2
	is wire "packets sent in plain text" = 0 "$(got n)"
}
