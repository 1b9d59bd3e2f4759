# proves: 200 flows at once are all offloaded, and each packet of each arrives
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	local i lost=0

	flowtable ip
	for ((i = 1; i <= 200; i++)); do
		connect "f$i" udp 10.0.2.2 $((5000 + i))
	done
	is ct "connections that are offloaded" = 200 "$(offloaded udp)"
	begin
	for ((i = 1; i <= 200; i++)); do
		t send "f$i" c2s 10 size=200
		lost=$((lost + 10 - $(got got)))
	done
	finish
	is bytes "datagrams that were lost" = 0 "$lost"
	is hook "packets of the fast path" = 2000 "$(fast)"
	is nft "packets of the slow path" = 0 "$(slow)"
	closes
}
