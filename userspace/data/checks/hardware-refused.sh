# proves: flags offload on devices without hardware offload is refused with an error
# SPDX-License-Identifier: GPL-2.0
# why: -
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local said

	said=$(in_ gw nft -f - 2>&1 <<-NFT
		table ip fb {
			flowtable ft {
				hook ingress priority 0
				devices = { in0, out0 }
				flags offload
			}
		}
	NFT
	) && said="no error"
	is nft "error messages" = 1 "$(grep -c 'Operation not supported' <<<"$said")"
	is kernel "flowtables in the gateway" = 0 "$(in_ gw nft list flowtables | grep -c 'flowtable ft')"
}
