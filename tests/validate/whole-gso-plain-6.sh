# proves: superpackets of TCP and UDP arrive whole on the fast path, IPv6
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable "$(family_of 6)"
	whole_superpackets 6 "$(server_of 6)" in0=0 out0=0
}
