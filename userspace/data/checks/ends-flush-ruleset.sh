# proves: nft flush ruleset removes every flow from the flowtable, and no data is lost
# SPDX-License-Identifier: GPL-2.0
# why: no-flowtable
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a tcp 10.0.2.2 5000
	taken a tcp
	must in_ gw nft flush ruleset
	must in_ gw nft -f "$FB_TOP/netns-lab/topologies/router/quiet.nft"
	must in_ gw nft -f "$FB_TOP/netns-lab/topologies/router/count.nft"
	is ct "offloaded connections" = 0 "$(offloaded)"
	kept a tcp
}
