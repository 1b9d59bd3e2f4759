# proves: after the outgoing MTU was lowered, IPv6 packets that do not fit leave the fast path and get an ICMP error
# SPDX-License-Identifier: GPL-2.0
# why: -
# fails: all the flow keeps its old MTU, as a change of the MTU leaves IPv6 routes valid (cause not found)
# danger: all an offloaded IPv6 flow keeps the MTU that its way out had: packets that are too big are sent, and no ICMPv6 error is
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	mtu_lowered 6
}
