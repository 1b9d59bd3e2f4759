# proves: a mark on the client's packets only suffices for IPv4 if only those packets add the flow
# SPDX-License-Identifier: GPL-2.0
# needs: nft_masq
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	marked_one_way 4 'ct direction original ct state established meta l4proto { tcp, udp }'
}
