# proves: GRE behind NAT is not offloaded
# since: 5.18 before, a flowtable did not support GRE (commit 4e8d9584d154)
# SPDX-License-Identifier: GPL-2.0
# why: gre
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local gre=(proto=47 sport= dport= payload=0000080045000014000000004011000001020304)

	flowtable ip match='ct state established meta l4proto gre'
	rules <<-NFT
		table ip fb_nat {
			chain postrouting {
				type nat hook postrouting priority srcnat; policy accept;
				ip protocol gre snat to 10.0.2.1
			}
		}
	NFT
	deaf client server
	from_client 1 "${gre[@]}"
	from_server 1 "${gre[@]}" dst=10.0.2.1
	watch at-client client eth0
	begin
	from_client 10 "${gre[@]}"
	from_server 10 "${gre[@]}" dst=10.0.2.1
	finish
	all_slow 20
	is ct "offloaded connections" = 0 "$(offloaded gre)"
	t seen at-client proto=47 src=10.0.2.2 dst=10.0.1.2
	is wire "packets at the client, translated back" = 10 "$(got n)"
}
