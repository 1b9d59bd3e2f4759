# proves: an IPv4 flow behind masquerade that changes its uplink begins anew, with the new uplink's address
# SPDX-License-Identifier: GPL-2.0
# why: stale new no-reply
# why: 5.10 -
# needs: nft_masq
# fails: 5.10 the flow keeps the old route (commit e5075c0badaa)
# danger: 5.10 an offloaded flow keeps its route after routes have changed: delete the connection (conntrack -D)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs
	rule_changed_masquerade 4
}
