# proves: after the outgoing MTU was lowered, IPv4 packets into ESP without DF are sent as fragments of ESP packets
# SPDX-License-Identifier: GPL-2.0
# why: mtu stale
# why: 5.10 stale
# needs: xfrm_user esp4 authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	mtu_lowered_esp_fragmented
}
