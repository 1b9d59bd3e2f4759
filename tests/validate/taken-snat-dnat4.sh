# proves: IPv4 flows with source and destination NAT are translated by the flowtable in both directions
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable ip
	rules <<-NFT
		table ip nat {
			chain pre {
				type nat hook prerouting priority -100; policy accept;
				ip daddr 10.0.8.8 meta l4proto { tcp, udp } th dport 5000 dnat to 10.0.2.2:5005
			}
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 snat to 10.0.9.9
			}
		}
	NFT
	translated 10.0.9.9 10.0.8.8 5005
}
