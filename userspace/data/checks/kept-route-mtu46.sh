# proves4: IPv4 packets larger than the MTU of their route take the slow path, which fragments them; smaller ones are fast
# proves6: IPv6 packets larger than the MTU of their route take the slow path, which rejects them; smaller ones are fast
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why: mtu
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	route_mtu "$V"
}
