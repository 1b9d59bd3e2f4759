# proves: flows into and out of GRE that ESP in transport mode protects take the fast path over IPv$V, and no GRE leaves in plain text
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs4: xfrm_user esp$V gcm seqiv ?ghash_generic ?drbg ?rfc4106 ip_gre
# needs6: xfrm_user esp$V gcm seqiv ?ghash_generic ?drbg ?rfc4106 ip6_gre
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	beyond_header
	gre_in_esp "$V" gcm
	through_gre "$V"
}
