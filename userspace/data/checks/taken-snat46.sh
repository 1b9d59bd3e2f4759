# proves: IPv$V flows with source NAT are translated by the flowtable in both directions, with correct checksums
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local source

	source=$(address_of "$V" 9 9)
	flowtable "$(family_of "$V")"
	rules <<-NFT
		table $(family_of "$V") nat {
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 snat to $source
			}
		}
	NFT
	translated "$source" "$(server_of "$V")" 5000
}
