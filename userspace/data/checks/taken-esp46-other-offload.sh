# proves: with esp$V_offload, IPv$V outside and the other family inside, flows into and out of an ESP tunnel take the fast path
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: xfrm_user esp$V esp$V_offload gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	through_offload $((10 - V)) "$V"
}
