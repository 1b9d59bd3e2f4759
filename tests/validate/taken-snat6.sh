# proves: IPv6 flows with source NAT are translated by the flowtable in both directions, with correct checksums
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable ip6
	rules <<-NFT
		table ip6 nat {
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 snat to fd00:9::9
			}
		}
	NFT
	translated fd00:9::9 fd00:2::2 5000
}
