# proves: of 20 flows, hardware with 16 places has 16 rules, and software forwards what has none
# SPDX-License-Identifier: GPL-2.0
# why: hardware-full=12
# why: 6.1 hardware-full=4 hardware-one-way=16
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local i

	hardware as=tiny
	offloading ip
	for ((i = 0; i < 20; i++)); do
		connect "f$i" udp 10.0.2.2 $((5000 + i))
	done
	rules_come 16
	begin
	for ((i = 0; i < 20; i++)); do
		t send "f$i" c2s 5 size=100
		t send "f$i" s2c 5 size=100
	done
	finish
	is hardware "rules" = 16 "$(hw rules)"
	is hardware "rules that were refused" '>=' $((20 * $(ways) - 16)) "$(hw refused)"
	is hardware "packets that hardware forwarded" = 80 "$(by_hardware)"
	is hook "packets on the fast path of software" = 120 "$(by_software)"
	is nft "packets on the slow path" = 0 "$(slow)"
	closes
	closed
}
