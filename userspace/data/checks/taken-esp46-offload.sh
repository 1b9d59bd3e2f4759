# proves: with the module esp$V_offload, and with GRO too, flows into and out of ESP take the fast path
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: xfrm_user esp$V esp$V_offload gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	through_offload "$V"
}
