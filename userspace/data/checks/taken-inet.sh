# proves: one flowtable of family inet forwards IPv4 and IPv6 flows
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable inet
	connect a tcp 10.0.2.2 5000
	connect b tcp fd00:2::2 5000
	is ct "offloaded connections" = 2 "$(offloaded tcp dport=5000)"
	taken a tcp
	taken b tcp
}
