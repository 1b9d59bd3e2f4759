# proves: IPv6 flows with source and destination NAT are translated by the flowtable in both directions
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable ip6
	rules <<-NFT
		table ip6 nat {
			chain pre {
				type nat hook prerouting priority -100; policy accept;
				ip6 daddr fd00:8::8 meta l4proto { tcp, udp } th dport 5000 dnat to [fd00:2::2]:5005
			}
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 snat to fd00:9::9
			}
		}
	NFT
	translated fd00:9::9 fd00:8::8 5005
}
