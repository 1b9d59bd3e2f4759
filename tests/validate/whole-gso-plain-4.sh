# proves: superpackets of TCP and UDP arrive whole on the fast path, IPv4
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable "$(family_of 4)"
	whole_superpackets 4 "$(server_of 4)" in0=0 out0=0
}
