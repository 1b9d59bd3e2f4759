# proves: with two uplinks and masquerade, IPv$V flows take the uplink that their mark selects, in both directions
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: nft_masq
# fails4: 5.10 the mark does not count in the route of the flow, so no packet of it arrives (commit 3412e1641828)
# danger4: 5.10 a flow that is routed by its mark is offloaded with a wrong route, and nothing arrives: do not offload it
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	by_mark "$V"
}
