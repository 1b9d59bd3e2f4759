# proves: with two uplinks and masquerade, IPv6 flows take the uplink that their mark selects, in both directions
# SPDX-License-Identifier: GPL-2.0
# needs: nft_masq
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	by_mark 6
}
