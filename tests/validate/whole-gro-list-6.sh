# proves: packets that GRO merges as a list of packets arrive whole on the fast path, IPv6
# SPDX-License-Identifier: GPL-2.0
# since: 6.10 before, GRO did not merge TCP as a list (commit c9d1d23e5239)
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	on_a_wire rx-gro-list
	flowtable "$(family_of 6)"
	whole_superpackets 6 "$(server_of 6)" in0=0 out0=0
}
