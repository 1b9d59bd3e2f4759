# proves: after the outgoing MTU was lowered, IPv4 packets that do not fit leave the fast path and get an ICMP error
# SPDX-License-Identifier: GPL-2.0
# why: stale mtu
# why: 5.10 -
# fails: 5.10 the flow keeps its old MTU, as its route is not checked (commit e5075c0badaa)
# danger: 5.10 an offloaded flow keeps the MTU that its way out had: packets that are too big are sent, and no ICMP error is
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	mtu_lowered 4
}
