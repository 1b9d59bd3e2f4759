# proves: packets in plain text whose tuple is not offloaded are refused by the IPsec policy, and counted
# SPDX-License-Identifier: GPL-2.0
# why: ipsec-policy
# needs: xfrm_user esp4 authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	in_plain 4 udp 0
}
