# proves: with esp$V_offload, IPv$V outside and the other family inside, flows into and out of an ESP tunnel take the fast path
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# fails: 5.10 TCP out of the tunnel stands still on the fast path after some packets (cause not found)
# danger: 5.10 with esp4_offload or esp6_offload loaded, TCP out of an ESP tunnel whose outer packets are of the other family stands still: unload it
# needs: xfrm_user esp$V esp$V_offload gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local inner=$((10 - V))

	unload_later "esp${V}_offload"
	if kernel_before 5.13; then
		tcp_out_of_tunnel $inner "$V"
		return
	fi
	through_offload $inner "$V"
}
