# proves: superpackets of TCP and UDP into an ESP tunnel arrive whole on the fast path, IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: xfrm_user esp6 authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	tunnel 6 null
	flowtable ip6
	whole_superpackets 6 fd00:8::2 in0=0
}
