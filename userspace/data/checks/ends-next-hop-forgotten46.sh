# proves: the gateway asks again for the MAC address of a flow's IPv$V next hop that it has forgotten
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why: -
# fails: 7.2 the flow goes to MAC address 00:00:00:00:00:00 (commit b5964aac51e0)
# fails: 7.3 the flow goes to MAC address 00:00:00:00:00:00 (commit b5964aac51e0)
# danger: 7.2 without a neighbour entry for the next hop, packets of a flow go to MAC address 0, and nobody asks: make the entry permanent
# danger: 7.3 without a neighbour entry for the next hop, packets of a flow go to MAC address 0, and nobody asks: make the entry permanent
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	next_hop_forgotten "$V"
}
