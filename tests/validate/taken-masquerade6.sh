# proves: IPv6 flows behind masquerade are translated by the flowtable in both directions, with correct checksums
# SPDX-License-Identifier: GPL-2.0
# needs: nft_masq
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable ip6
	rules <<-NFT
		table ip6 nat {
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 masquerade
			}
		}
	NFT
	translated fd00:2::1 fd00:2::2 5000
}
