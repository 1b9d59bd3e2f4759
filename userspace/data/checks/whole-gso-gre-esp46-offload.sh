# proves: superpackets into GRE that ESP in transport mode protects arrive whole on the fast path over IPv$V, with esp$V_offload
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# fails4: 6.12.117 all superpackets are dropped (SKB_BAD_GSO): qdisc_pkt_len_init() takes GRE for the TCP header, as xfrm_output.c sets the inner transport header to what ESP protects (commit not found)
# danger4: 6.12.117 with esp4_offload loaded, superpackets into GRE that ESP in transport mode protects are dropped, and TCP stands still: unload it, or switch GRO off on the way in
# needs4: xfrm_user esp$V esp$V_offload gcm seqiv ?ghash_generic ?drbg ?rfc4106 ip_gre
# needs6: xfrm_user esp$V esp$V_offload gcm seqiv ?ghash_generic ?drbg ?rfc4106 ip6_gre
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	unload_later "esp${V}_offload"
	gre_in_esp "$V" gcm
	superpackets_through_gre "$V" 8388608
}
