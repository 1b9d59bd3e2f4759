# proves: IPv6 flows into and out of ESP by an xfrm interface take the fast path if the interface is a device of the flowtable
# SPDX-License-Identifier: GPL-2.0
# needs: xfrm_user esp6 xfrm_interface gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	xfrm_interface 6
	flowtable ip6 devices='in0, ipsec0'
	through_tunnel 6
}
