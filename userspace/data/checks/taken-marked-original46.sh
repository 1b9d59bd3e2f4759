# proves: a mark on the client's packets only suffices for IPv$V if only those packets add the flow
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: nft_masq
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	marked_one_way "$V" 'ct direction original ct state established meta l4proto { tcp, udp }'
}
