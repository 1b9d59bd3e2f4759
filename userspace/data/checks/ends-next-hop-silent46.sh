# proves: a flow finds its IPv$V next hop again, which has got another MAC address without saying so
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why: -
# fails: 7.2 the flow goes to the old MAC address (commit b5964aac51e0)
# fails: 7.3 the flow goes to the old MAC address (commit b5964aac51e0)
# danger: 7.2 a next hop with a new MAC address gets no packet of an offloaded flow unless it announces the address (ARP, NA)
# danger: 7.3 a next hop with a new MAC address gets no packet of an offloaded flow unless it announces the address (ARP, NA)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs
	next_hop_replaced "$V"
}
