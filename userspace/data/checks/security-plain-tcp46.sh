# proves: IPv$V TCP packets in plain text, with the tuple of a flow that must use ESP, do not bypass the IPsec policy
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: xfrm_user esp$V authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# fails: all the fast path forwards them without a policy check (commit 97add9f0d66d)
# danger: all while a flow of an ESP tunnel is offloaded, plain packets with its addresses and ports pass the IPsec policy. A chain at ingress, priority -10, closes it: ip saddr REMOTE-NET meta ipsec missing drop
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	in_plain "$V" tcp 1 flags=PA seq=1000 ack=1000
}
