# proves: a flow uses the new MAC addresses of its IPv$V next hops at once, in both directions
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why: -
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs
	next_hop_moves "$V"
}
