# proves: with IPv$V outside and the other family inside, flows into and out of an ESP tunnel take the fast path, and nothing leaves in plain text
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: xfrm_user esp$V gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local inner=$((10 - V))

	tunnel $inner gcm 'flag af-unspec' "$V"
	flowtable "$(family_of $inner)"
	through_tunnel $inner "$V"
}
