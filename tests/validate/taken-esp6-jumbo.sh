# proves: UDP datagrams of 8000 bytes take the fast path into and out of ESP, at an MTU of 9000
# SPDX-License-Identifier: GPL-2.0
# needs: xfrm_user esp6 gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	jumbo
	tunnel 6 gcm
	datagrams_through_esp 6 large a
}
