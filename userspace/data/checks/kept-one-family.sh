# proves: a flowtable of a table for IPv4 takes no IPv6 packets of its devices
# SPDX-License-Identifier: GPL-2.0
# why: family
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a udp fd00:2::2 5000
	kept a udp
	is ct "offloaded connections" = 0 "$(offloaded)"
	connect b udp 10.0.2.2 5000
	taken b udp
}
