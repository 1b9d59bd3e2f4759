# proves: after the outgoing MTU was raised, IPv4 packets that now fit take the fast path
# SPDX-License-Identifier: GPL-2.0
# why: -
# why: 5.10 marked
# fails: 5.10 the flow keeps its old MTU, as its route is not checked (commit e5075c0badaa)
# slow: 5.10 after the MTU of its way out was raised, packets of an IPv4 flow that fit now stay slow until the flow has ended
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	mtu_raised 4
}
