# proves: after the outgoing MTU was raised, IPv6 packets that now fit take the fast path
# SPDX-License-Identifier: GPL-2.0
# why: marked
# fails: all the flow keeps its old MTU, as a change of the MTU leaves IPv6 routes valid (cause not found)
# slow: all after the MTU of its way out was raised, packets of an IPv6 flow that fit now stay slow until the flow has ended
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	mtu_raised 6
}
