# proves: a SYN with the tuple of a connection that was closed is none of its flow, and takes the slow path
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable ip
	connect a tcp 10.0.2.2 5000 sport=4000
	taken a tcp
	begin
	from_client 1 proto=tcp flags=S seq=77777 size=0
	finish
	note "while it was open, SYNs that the fast path forwarded, and what answered: $(fast)"
	t close a c
	t close a s
	deaf server
	watch at-server server eth0
	begin
	from_client 1 proto=tcp flags=S seq=77777 size=0
	finish
	is hook "packets of the fast path" = 0 "$(fast)"
	is nft "packets of the slow path" '>=' 1 "$(slow)"
	is ct "connections that are offloaded" = 0 "$(offloaded tcp dport=5000)"
	t seen at-server flags=S src=10.0.1.2
	is wire "SYNs at the server" = 1 "$(got n)"
	closes
}
