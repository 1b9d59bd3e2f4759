# proves: IPv4 flows into and out of an ESP tunnel (NULL and HMAC-SHA1) take the fast path, and nothing leaves in plain text
# SPDX-License-Identifier: GPL-2.0
# needs: xfrm_user esp4 authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	tunnel 4 null
	flowtable ip
	through_tunnel 4
}
