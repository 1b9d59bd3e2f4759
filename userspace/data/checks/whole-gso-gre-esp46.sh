# proves: superpackets into GRE that ESP in transport mode protects arrive whole on the fast path over IPv$V
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs4: xfrm_user esp$V gcm seqiv ?ghash_generic ?drbg ?rfc4106 ip_gre
# needs6: xfrm_user esp$V gcm seqiv ?ghash_generic ?drbg ?rfc4106 ip6_gre
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	gre_in_esp "$V" gcm
	superpackets_through_gre "$V" 8388608
}
