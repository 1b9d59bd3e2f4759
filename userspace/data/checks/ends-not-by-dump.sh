# proves: a dump of the connections does not end an offloaded flow that is older than its conntrack timeout
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	short_conntrack
	flowtable ip
	connect a udp 10.0.2.2 5000
	busy a udp 5
	dumped
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	taken a udp
}
