# proves: an idle TCP flow leaves the flowtable after its timeout, stays tracked, and returns with its next packets
# SPDX-License-Identifier: GPL-2.0
# why: expired
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a tcp 10.0.2.2 5000
	taken a tcp
	sleep 20
	is ct "offloaded connections, 20 s later" = 1 "$(offloaded tcp dport=5000)"
	sleep 15
	is ct "offloaded connections, 35 s later" = 0 "$(offloaded tcp dport=5000)"
	is ct "connections still tracked" = 1 "$(tracked tcp dport=5000)"
	begin
	warm a tcp
	finish
	is nft "packets on the slow path" '>=' 1 "$(slow)"
	is ct "offloaded connections, after new packets" = 1 "$(offloaded tcp dport=5000)"
	taken a tcp
}
