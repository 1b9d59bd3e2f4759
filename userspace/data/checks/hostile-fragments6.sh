# proves: IPv6 fragments with the ports of an offloaded flow at their beginning, tiny and overlapping ones, take the slow path
# SPDX-License-Identifier: GPL-2.0
# why: no-flowtable fragment
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local frag frames=()

	# Fragment header: next header, reserved, offset and flag, identification.
	for frag in 0001 0008 0009 0010 0100 fff8 fff9; do
		frames+=("$(frame6 proto=2c l4="1100${frag}0000$frag$(udp6 0050)")")
	done
	frames+=("$(frame6 proto=2c l4=11000001000020010fa0138800500000)" "$(frame6 proto=2c l4=11000008000020020fa0138800500000)")
	frames+=("$(frame6 proto=2c l4="1100000100003001$(udp6 0050)")" "$(frame6 proto=2c l4="1100002000003001$(udp6 0050)")")
	never_forwarded 6 udp "${frames[@]}"
}
