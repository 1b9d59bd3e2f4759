# proves: all data of an offloaded IPv$V flow arrives through a router with a smaller MTU, whose ICMP error reaches the client
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: nft_masq
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	narrow_behind "$V"
}
