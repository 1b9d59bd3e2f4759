# proves: an IPv4 flow behind masquerade that changes its uplink begins anew, with the new uplink's address
# SPDX-License-Identifier: GPL-2.0
# needs: nft_masq
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	rule_changed_masquerade 4
}
