# proves: frames with 2 to 16 VLAN tags and the tuple of an untagged offloaded flow are not forwarded
# SPDX-License-Identifier: GPL-2.0
# why: no-flowtable encapsulation
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local n tags=8100000a frames=()

	for n in {2..16}; do
		tags+=810000$(printf %02x "$n")
		frames+=("$(frame4 tags="$tags")")
	done
	never_forwarded 4 udp "${frames[@]}"
}
