# proves: deleting a connection from user space removes its flow; the next packet makes a new connection
# SPDX-License-Identifier: GPL-2.0
# why: deleted
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a udp 10.0.2.2 5000 sport=4000
	taken a udp
	delete_connection -p udp --dport 5000
	let_go 3
	begin
	t send a c2s 1 size=100
	finish
	is nft "packets on the slow path" = 1 "$(slow)"
	is ct "new connections" = 1 "$(tracked udp dport=5000 UNREPLIED)"
	warm a udp
	taken a udp
}
