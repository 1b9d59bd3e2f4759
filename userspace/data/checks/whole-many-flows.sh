# proves: 200 flows are offloaded at the same time, and every packet of every flow arrives
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local i lost=0

	flowtable ip
	for ((i = 1; i <= 200; i++)); do
		connect "f$i" udp 10.0.2.2 $((5000 + i))
	done
	is ct "offloaded connections" = 200 "$(offloaded udp)"
	begin
	for ((i = 1; i <= 200; i++)); do
		t send "f$i" c2s 10 size=200
		lost=$((lost + 10 - $(got got)))
	done
	finish
	is bytes "lost datagrams" = 0 "$lost"
	is hook "packets on the fast path" = 2000 "$(fast)"
	is nft "packets on the slow path" = 0 "$(slow)"
	closes
}
