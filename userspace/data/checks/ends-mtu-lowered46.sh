# proves: after the outgoing MTU was lowered, IPv$V packets that do not fit leave the fast path and get an ICMP error
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why4: stale mtu
# why4: 5.10 -
# fails4: 5.10 the flow keeps its old MTU, as its route is not checked (commit e5075c0badaa)
# danger4: 5.10 an offloaded flow keeps the MTU that its way out had: packets that are too big are sent, and no ICMP error is
# why6: -
# fails6: all the flow keeps its old MTU, as a change of the MTU leaves IPv6 routes valid (cause not found)
# danger6: all an offloaded IPv6 flow keeps the MTU that its way out had: packets that are too big are sent, and no ICMPv6 error is
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs
	mtu_lowered "$V"
}
