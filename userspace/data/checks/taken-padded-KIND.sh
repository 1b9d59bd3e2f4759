# proves: the fast path does not send on the padding of short frames $1
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet bridge $2
# since: $3
# fails: all the fast path sends what follows a short packet, and counts it in PPPoE's length: it does not cut a packet to the length of its IP header (commit 97add9f0d66d)
# kind: plain | to a plain device | |
# kind: vlan  | into and out of a VLAN | 8021q | 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f)
# kind: pppoe | into and out of a PPPoE session | pppoe | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	switches
	frames_leg "$KIND"
	case $KIND in
	plain) short_ones ;;
	vlan) short_ones tags=8100000a ;;
	pppoe) short_ones type=88641100000700220021 ;;
	esac
}
