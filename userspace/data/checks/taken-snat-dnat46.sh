# proves: IPv$V flows with source and destination NAT are translated by the flowtable in both directions
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local source public server

	source=$(address_of "$V" 9 9)
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
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 snat to $source
			}
		}
	NFT
	translated "$source" "$public" 5005
}
