# proves4: after the outgoing MTU was lowered, IPv4 packets into ESP that do not fit leave the fast path and get an ICMP error
# proves6: after the outgoing MTU was lowered, IPv6 packets into ESP that do not fit get an ICMP error
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why4: stale
# why6: -
# needs: xfrm_user esp$V authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	mtu_lowered_esp "$V"
}
