# proves: a flow of which hardware takes one direction is forwarded by hardware in that one, and by software in the other
# SPDX-License-Identifier: GPL-2.0
# why: hardware-one-way=1
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	hardware table=1
	offloading ip
	connect a udp 10.0.2.2 5000 sport=4000
	rules_come 1
	begin
	both_ways a udp
	finish
	is hardware "rules" = 1 "$(hw rules)"
	is hardware "packets that hardware forwarded" = 50 "$(by_hardware)"
	is hook "packets on the fast path of software" = 50 "$(by_software)"
	is nft "packets on the slow path" = 0 "$(slow)"
	is ct "connections in hardware" = 1 "$(in_hardware udp dport=5000)"
	closes
	"$FLOWBENCH" hardware udp 10.0.1.2:4000 >"$FB_RUN/said"
	is hardware "rules of the connection, by flowbench hardware" = 1 "$(grep -c '^rule ' "$FB_RUN/said")"
	is hardware "reasons why there is no other one" = $(($(ways) - 1)) "$(grep -c 'the table of hardware is full' "$FB_RUN/said")"
	closed
}
