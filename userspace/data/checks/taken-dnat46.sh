# proves: IPv$V flows with destination NAT are translated by the flowtable in both directions, with correct checksums
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local public server

	public=$(address_of "$V" 8 8)
	server=$(server_of "$V")
	[[ $V == 4 ]] || server="[$server]"
	flowtable "$(family_of "$V")"
	rules <<-NFT
		table $(family_of "$V") nat {
			chain pre {
				type nat hook prerouting priority -100; policy accept;
				$(family_of "$V") daddr $public meta l4proto { tcp, udp } th dport 5000 dnat to $server:5005
			}
		}
	NFT
	translated "$(client_of "$V")" "$public" 5005
}
