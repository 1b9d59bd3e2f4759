# proves: packets that differ from an offloaded IPv$V flow $1 only in tags or session do not take the fast path
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: nf_flow_table_inet $2
# since: $3
# why: $4
# fails: $5
# danger: $6
# kind: none | on a plain device | | | encapsulation | 5.10 packets with a VLAN tag take the fast path of a flow without one (commit 4cd91f7c290f) | 5.10 packets with a VLAN tag take the fast path of a flow without one: no VLAN device above a device of the flowtable
# kind: vlan | in a VLAN | 8021q | 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f) | encapsulation device | |
# kind: qinq | in two VLANs | 8021q | 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f) | encapsulation device | |
# kind: pppoe | in a PPPoE session | pppoe | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714) | encapsulation other-device | |
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	other_tags "$V" "$KIND"
}
