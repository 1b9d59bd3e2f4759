# proves: after a change of IPv6 routes, all packets of a UDP flow take the new route at once
# SPDX-License-Identifier: GPL-2.0
# why: stale
# why: 5.10 -
# fails: 5.10 the flow keeps the old route (commit e5075c0badaa)
# danger: 5.10 an offloaded flow keeps its route after routes have changed: delete the connection (conntrack -D)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs
	route_changed 6 udp c2s
}
