# proves: packets that GRO merges as page fragments arrive whole on the fast path, IPv$V
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# since: 5.13 before, veth had no GRO (commit d3256efd8e8b)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	on_a_wire
	flowtable "$(family_of "$V")"
	whole_superpackets "$V" "$(server_of "$V")" in0=0 out0=0
}
