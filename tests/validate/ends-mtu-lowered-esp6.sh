# proves: after the outgoing MTU was lowered, IPv6 packets into ESP that do not fit get an ICMP error
# SPDX-License-Identifier: GPL-2.0
# why: -
# needs: xfrm_user esp6 authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	mtu_lowered_esp 6
}
