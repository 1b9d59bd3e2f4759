# proves: IPv6 UDP packets in plain text, with the tuple of a flow that must use ESP, do not bypass the IPsec policy
# SPDX-License-Identifier: GPL-2.0
# needs: xfrm_user esp6 authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# fails: 5.10 the fast path forwards them without a policy check
# fails: 6.1 the fast path forwards them without a policy check
# fails: 6.12 the fast path forwards them without a policy check
# fails: 7.2 the fast path forwards them without a policy check
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	in_plain 6 udp 1
}
