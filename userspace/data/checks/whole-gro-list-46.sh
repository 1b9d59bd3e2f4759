# proves: packets that GRO merges as a list of packets arrive whole on the fast path, IPv$V
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# since: 6.10 before, GRO did not merge TCP as a list (commit c9d1d23e5239)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	on_a_wire rx-gro-list
	flowtable "$(family_of "$V")"
	whole_superpackets "$V" "$(server_of "$V")" in0=0 out0=0
}
