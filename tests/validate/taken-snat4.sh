# proves: IPv4 flows with source NAT are translated by the flowtable in both directions, with correct checksums
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable ip
	rules <<-NFT
		table ip nat {
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 snat to 10.0.9.9
			}
		}
	NFT
	translated 10.0.9.9 10.0.2.2 5000
}
