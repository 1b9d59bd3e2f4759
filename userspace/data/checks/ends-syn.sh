# proves: a SYN with the tuple of a closed connection takes the slow path, and is not taken for a packet of the old flow
# SPDX-License-Identifier: GPL-2.0
# why: syn
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a tcp 10.0.2.2 5000 sport=4000
	taken a tcp
	begin
	from_client 1 proto=tcp flags=S seq=77777 size=0
	finish
	note "packets on the fast path after a SYN to the open connection, with replies: $(fast)"
	t close a c
	t close a s
	deaf server
	watch at-server server eth0
	begin
	from_client 1 proto=tcp flags=S seq=77777 size=0
	finish
	is hook "packets on the fast path" = 0 "$(fast)"
	is nft "packets on the slow path" '>=' 1 "$(slow)"
	is ct "offloaded connections" = 0 "$(offloaded tcp dport=5000)"
	t seen at-server flags=S src=10.0.1.2
	is wire "SYNs at the server" = 1 "$(got n)"
	closes
}
