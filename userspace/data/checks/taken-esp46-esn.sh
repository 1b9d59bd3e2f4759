# proves: UDP into and out of ESP with extended sequence numbers takes the fast path while the lower 32 bits wrap
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: xfrm_user esp$V gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	esn_wraps "$V"
}
