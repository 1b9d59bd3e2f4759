# proves: an established IPv4 UDP flow is forwarded by the flowtable in both directions
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable ip
	connect a udp 10.0.2.2 5000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	taken a udp
}
