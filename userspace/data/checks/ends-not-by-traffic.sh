# proves: a flow with a packet every 10 s stays in the flowtable longer than its timeout
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a udp 10.0.2.2 5000
	begin
	for _ in {1..8}; do
		sleep 10
		t send a c2s 1 size=100
	done
	finish
	is ct "offloaded connections, 80 s later" = 1 "$(offloaded udp dport=5000)"
	is hook "packets on the fast path" = 8 "$(fast)"
	is nft "packets on the slow path" = 0 "$(slow)"
	closes
}
