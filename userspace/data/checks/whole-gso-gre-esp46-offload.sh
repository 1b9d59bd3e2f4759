# proves: superpackets into GRE that ESP in transport mode protects arrive whole on the fast path over IPv$V, with esp$V_offload
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs4: xfrm_user esp$V esp$V_offload gcm seqiv ?ghash_generic ?drbg ?rfc4106 ip_gre
# needs6: xfrm_user esp$V esp$V_offload gcm seqiv ?ghash_generic ?drbg ?rfc4106 ip6_gre
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	unload_later "esp${V}_offload"
	gre_in_esp "$V" gcm
	superpackets_through_gre "$V" 8388608
}
