# proves: packets with a device's sum (CHECKSUM_COMPLETE) $1 arrive by the fast path in both directions, IPv$V
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: nf_flow_table_inet $2
# since: $3
# fails: $4
# kind: plain       | of a plain device, and no sum is found wrong | | | all the fast path leaves a device's sum as it is, where ip_forward() drops it (skb_forward_csum()): behind a veth it is wrong, so the receiver complains once ("hw csum failure") and sums up itself (commit not found)
# kind: vlan        | of a VLAN | 8021q | 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f) |
# kind: qinq        | of a VLAN within a VLAN | 8021q | 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f) |
# kind: pppoe       | of a PPPoE session | pppoe | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714) |
# kind: pppoe-vlan  | of a PPPoE session within a VLAN | pppoe 8021q | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714) |
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	case $KIND in
	plain)
		summed_both_ways "$V"
		sums_stay "of both directions"
		;;
	vlan)
		vlan_leg
		summed_both_ways "$V" vlan=10
		;;
	qinq)
		double_leg
		summed_both_ways "$V" vlan=10 inner_vlan=20
		;;
	pppoe)
		pppoe_leg
		summed_both_ways "$V" pppoe=7
		;;
	pppoe-vlan)
		pppoe_vlan_leg
		summed_both_ways "$V" vlan=10 pppoe=7
		;;
	esac
}
