# proves: after the outgoing MTU was raised, IPv$V packets that now fit take the fast path
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why4: -
# why4: 5.10 marked
# fails4: 5.10 the flow keeps its old MTU, as its route is not checked (commit e5075c0badaa)
# slow4: 5.10 after the MTU of its way out was raised, packets of an IPv4 flow that fit now stay slow until the flow has ended
# why6: marked
# fails6: all the flow keeps its old MTU, as a change of the MTU leaves IPv6 routes valid (cause not found)
# slow6: all after the MTU of its way out was raised, packets of an IPv6 flow that fit now stay slow until the flow has ended
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs
	mtu_raised "$V"
}
