# proves: IPv$V flows behind masquerade are translated by the flowtable in both directions, with correct checksums
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: nft_masq
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable "$(family_of "$V")"
	rules <<-NFT
		table $(family_of "$V") nat {
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 masquerade
			}
		}
	NFT
	translated "$(address_of "$V" 2 1)" "$(server_of "$V")" 5000
}
