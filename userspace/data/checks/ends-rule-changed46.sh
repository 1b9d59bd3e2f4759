# proves: after a change of the rules of policy routing, all IPv$V packets of a flow follow the new rules
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
	rule_changed "$V"
}
