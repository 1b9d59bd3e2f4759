# proves: after the flowtable is deleted, its flows continue on the slow path, and no packet is lost
# SPDX-License-Identifier: GPL-2.0
# why: no-flowtable
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a udp 10.0.2.2 5000
	taken a udp
	must in_ gw nft delete table ip fb
	is ct "offloaded connections" = 0 "$(offloaded)"
	is ct "tracked connections" = 1 "$(tracked udp dport=5000)"
	kept a udp
}
