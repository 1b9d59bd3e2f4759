# proves: the gateway asks again for the MAC address of a flow's IPv4 next hop that it has forgotten
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	next_hop_forgotten 4
}
