# proves: superpackets arrive whole on the fast path into an ESP tunnel with IPv$V outside and the other family inside
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: xfrm_user esp$V authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local inner=$((10 - V))

	tunnel $inner null 'flag af-unspec' "$V"
	flowtable "$(family_of $inner)"
	whole_superpackets $inner "$(far_of $inner)" in0=0
}
