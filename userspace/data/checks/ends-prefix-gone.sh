# proves: packets to an IPv6 prefix that has gone leave the fast path and get an ICMPv6 error
# SPDX-License-Identifier: GPL-2.0
# why: stale
# why: 5.10 -
# fails: 5.10 the flow keeps the old route (commit e5075c0badaa)
# danger: 5.10 an offloaded flow keeps its route after routes have changed: delete the connection (conntrack -D)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs
	an_offloaded_flow 6
	prefix_gone in0
}
