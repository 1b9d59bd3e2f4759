# proves: UDP datagrams of 8000 bytes take the fast path into and out of ESP, at an MTU of 9000
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: xfrm_user esp$V gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	jumbo
	tunnel "$V" gcm
	datagrams_through_esp "$V" large a
}
