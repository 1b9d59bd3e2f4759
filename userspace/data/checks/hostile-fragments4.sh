# proves: IPv4 fragments with the ports of an offloaded flow at their beginning, tiny and overlapping ones, take the slow path
# SPDX-License-Identifier: GPL-2.0
# why: no-flowtable fragment
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local frag frames=()

	# Every offset; more fragments or not; also with the bits that no fragment has.
	for frag in 0001 0002 0003 0008 0100 1fff 2000 2001 3fff 4001 6001 8001 a000; do
		frames+=("$(frame4 id=$frag frag=$frag)")
	done
	# Tiny: 8 bytes, the ports alone. Overlapping: the second begins within the first.
	frames+=("$(frame4 id=2001 frag=2000 l4=0fa0138800500000)" "$(frame4 id=2002 frag=0001 l4=0fa0138800500000)")
	frames+=("$(frame4 id=3001 frag=2000)" "$(frame4 id=3001 frag=0004)" "$(frame4 id=3001 frag=2002)")
	never_forwarded 4 udp "${frames[@]}"
}
