# proves: IPv$V flows into and out of an ESP tunnel (AES-GCM) take the fast path, and nothing leaves in plain text
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: xfrm_user esp$V gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	tunnel "$V" gcm
	flowtable "$(family_of "$V")"
	through_tunnel "$V"
}
