# proves: the gateway asks again for the MAC address of a flow's IPv4 next hop that it has forgotten
# SPDX-License-Identifier: GPL-2.0
# fails: 7.2 the flow goes to MAC address 00:00:00:00:00:00 (commit b5964aac51e0)
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	next_hop_forgotten 4
}
