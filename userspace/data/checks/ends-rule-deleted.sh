# proves: after the rule that adds flows is deleted, existing flows stay offloaded, and new ones are not offloaded
# SPDX-License-Identifier: GPL-2.0
# why: no-flow-add
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a udp 10.0.2.2 5000
	must in_ gw nft flush chain ip fb forward
	taken a udp
	connect b udp 10.0.2.2 5001
	is ct "new offloaded connections" = 0 "$(offloaded udp dport=5001)"
	kept b udp
}
