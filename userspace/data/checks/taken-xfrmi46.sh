# proves: IPv$V flows into and out of ESP by an xfrm interface take the fast path if the interface is a device of the flowtable
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: xfrm_user esp$V xfrm_interface gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	beyond_header
	xfrm_interface "$V"
	flowtable "$(family_of "$V")" devices='in0, ipsec0'
	through_tunnel "$V"
}
