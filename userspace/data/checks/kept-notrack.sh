# proves: packets that a rule takes from connection tracking add no flow, and are forwarded by the slow path
# SPDX-License-Identifier: GPL-2.0
# why: untracked
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip match='meta l4proto udp'
	rules <<-NFT
		table ip fb_raw {
			chain prerouting {
				type filter hook prerouting priority raw; policy accept;
				udp dport { 4000, 5000 } notrack
			}
		}
	NFT
	deaf client server
	watch at-server server eth0
	begin
	from_client 10
	from_server 10
	finish
	all_slow 20
	is ct "connections" = 0 "$(tracked udp)"
	t seen at-server src=10.0.1.2
	is wire "packets at the server" = 10 "$(got n)"
}
