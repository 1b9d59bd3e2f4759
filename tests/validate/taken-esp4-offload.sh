# proves: with the module esp4_offload, and with GRO too, flows into and out of ESP take the fast path
# SPDX-License-Identifier: GPL-2.0
# needs: xfrm_user esp4 esp4_offload gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	tunnel 4 gcm
	flowtable ip
	through_tunnel 4
	must in_ gw ethtool -K out0 gro on
	must in_ server ethtool -K eth0 gro on
	connect b udp 10.0.8.2 5001
	begin
	both_ways b udp
	finish
	is hook "packets on the fast path, with GRO" = 100 "$(fast)"
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
	# From 5.13 on, veth has GRO. It decrypts ESP in front of all rules.
	kernel_before 5.13 || is nft "ESP packets in prerouting, with GRO" = 0 "$(again)"
	is nft "packets on the slow path: only ESP packets" = "$(again)" "$(slow)"
	closes
	end_offload 4
}
