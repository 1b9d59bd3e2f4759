# proves: after a change of the IPv$V route to the client, all packets of the reply direction take the new route at once
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why: stale
# why: 5.10 -
# fails: 5.10 the flow keeps the old route (commit e5075c0badaa)
# danger: 5.10 an offloaded flow keeps its route after routes have changed: delete the connection (conntrack -D)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs
	route_changed "$V" udp s2c
}
