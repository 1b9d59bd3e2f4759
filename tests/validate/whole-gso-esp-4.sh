# proves: superpackets of TCP and UDP into an ESP tunnel arrive whole on the fast path, IPv4
# SPDX-License-Identifier: GPL-2.0
# needs: xfrm_user esp4 authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	tunnel 4 null
	flowtable ip
	whole_superpackets 4 10.0.8.2 in0=0
}
