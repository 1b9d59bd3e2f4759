# proves: GRE without a key is forwarded by the flowtable in both directions
# since: 5.18 before, a flowtable did not support GRE (commit 4e8d9584d154)
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	# GRE version 0 with IPv4 in it. No code parses the inner packet.
	local gre=(proto=47 sport= dport= payload=0000080045000014000000004011000001020304)

	flowtable ip match='ct state established meta l4proto gre'
	deaf client server
	from_client 1 "${gre[@]}"
	from_server 1 "${gre[@]}"
	from_client 1 "${gre[@]}"
	is ct "offloaded connections" = 1 "$(offloaded gre)"
	watch at-server server eth0
	begin
	from_client 50 "${gre[@]}"
	from_server 50 "${gre[@]}"
	finish
	is hook "packets on the fast path" = 100 "$(fast)"
	is nft "packets on the slow path" = 0 "$(slow)"
	closes
	t seen at-server proto=47 src=10.0.1.2
	is wire "packets at the server" = 50 "$(got n)"
}
