# proves: IPv$V flows into and out of an ESP tunnel (NULL and HMAC-SHA1) take the fast path, and nothing leaves in plain text
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: xfrm_user esp$V authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	tunnel "$V" null
	flowtable "$(family_of "$V")"
	through_tunnel "$V"
}
