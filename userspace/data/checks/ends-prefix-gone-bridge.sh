# proves: packets to an IPv6 prefix on a bridge that has gone leave the fast path and get an ICMPv6 error
# SPDX-License-Identifier: GPL-2.0
# why: -
# needs: bridge
# since: 5.13 before, a flowtable did not support bridges (commit ec9d16bab615)
# fails: all the flow has no route that could be checked, and goes to the client (commit 7a27f6ab4135)
# danger: all behind a bridge, a client still gets packets for a prefix that has been withdrawn: delete its connections (conntrack -D)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	bridge_leg
	an_offloaded_flow 6
	prefix_gone br0
}
