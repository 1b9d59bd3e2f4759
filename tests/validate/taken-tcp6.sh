# proves: an established IPv6 TCP flow is forwarded by the flowtable in both directions
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable ip6
	connect a tcp fd00:2::2 5000
	is ct "offloaded connections" = 1 "$(offloaded tcp dport=5000)"
	taken a tcp
}
