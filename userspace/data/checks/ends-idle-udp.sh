# proves: an idle UDP flow leaves the flowtable after its timeout, stays tracked, and returns with its next packets
# SPDX-License-Identifier: GPL-2.0
# why: expired
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a udp 10.0.2.2 5000
	taken a udp
	sleep 20
	is ct "offloaded connections, 20 s later" = 1 "$(offloaded udp dport=5000)"
	sleep 15
	is ct "offloaded connections, 35 s later" = 0 "$(offloaded udp dport=5000)"
	is ct "connections still tracked" = 1 "$(tracked udp dport=5000)"
	begin
	warm a udp
	finish
	is nft "packets on the slow path" '>=' 1 "$(slow)"
	is ct "offloaded connections, after new packets" = 1 "$(offloaded udp dport=5000)"
	taken a udp
}
