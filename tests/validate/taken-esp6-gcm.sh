# proves: IPv6 flows into and out of an ESP tunnel (AES-GCM) take the fast path, and nothing leaves in plain text
# SPDX-License-Identifier: GPL-2.0
# needs: xfrm_user esp6 gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	tunnel 6 gcm
	flowtable ip6
	through_tunnel 6
}
