# proves: GRE without a key is forwarded by the flowtable, both ways
# since: 5.18 before that the flowtable knew no GRE
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	# Version 0, IPv4 in it, of which nothing is looked at.
	local gre=(proto=47 sport= dport= payload=0000080045000014000000004011000001020304)

	flowtable ip match='ct state established meta l4proto gre'
	deaf client server
	from_client 1 "${gre[@]}"
	from_server 1 "${gre[@]}"
	from_client 1 "${gre[@]}"
	is ct "connections that are offloaded" = 1 "$(offloaded gre)"
	watch at-server server eth0
	begin
	from_client 50 "${gre[@]}"
	from_server 50 "${gre[@]}"
	finish
	is hook "packets of the fast path" = 100 "$(fast)"
	is nft "packets of the slow path" = 0 "$(slow)"
	closes
	t seen at-server proto=47 src=10.0.1.2
	is wire "packets at the server" = 50 "$(got n)"
}
