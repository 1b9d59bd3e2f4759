# proves: every frame that the fast path sends $1 has the right MAC addresses, type, tags and length, and a switch learns no wrong port
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet bridge $2
# since: $3
# fails: $4
# danger: $5
# fails: $6
# danger: $7
# kind: plain             | to a plain device | | | | | |
# kind: bridge            | through a bridge | | 5.13 before, a flowtable did not support bridges (commit ec9d16bab615) | | | |
# kind: bridge-vlan       | with a tag through a bridge that knows VLANs | 8021q | 5.13 before, a flowtable did not support bridges (commit ec9d16bab615) | | | |
# kind: bridge-pvid       | through a bridge that takes off its tag | 8021q | 5.13 before, a flowtable did not support bridges (commit ec9d16bab615) | | | |
# kind: vlan              | to a VLAN | 8021q | 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f) | 7.2 the frames have the MAC address of the device below (commit not found) | 7.2 frames to a VLAN device with a MAC address of its own have that of the device below: give both the same | 7.3 the frames have the MAC address of the device below (commit not found) | 7.3 frames to a VLAN device with a MAC address of its own have that of the device below: give both the same
# kind: qinq              | to a VLAN within a VLAN | 8021q | 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f) | 7.2 the frames have the MAC address of the device below (commit not found) | 7.2 frames to a VLAN device with a MAC address of its own have that of the device below: give both the same | 7.3 the frames have the MAC address of the device below (commit not found) | 7.3 frames to a VLAN device with a MAC address of its own have that of the device below: give both the same
# kind: pppoe             | into a PPPoE session | pppoe | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714) | | | |
# kind: pppoe-vlan        | into a PPPoE session within a VLAN | pppoe 8021q | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714) | | | |
# kind: pppoe-bridge      | into a PPPoE session through a bridge | pppoe | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714) | | | |
# kind: pppoe-vlan-bridge | into a PPPoE session within a VLAN through a bridge | pppoe 8021q | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714) | | | |
# kind: bond              | to a bond | bonding | | | | |
# kind: macvlan           | to a macvlan | macvlan | | | | |
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	[[ $KIND != qinq ]] || beyond_rules 'a tag of 802.1ad (hardware-qinq)'
	[[ ! $KIND =~ ^(vlan|qinq)$ ]] || kernel_before 7.2 || offload_mends
	switches
	frames_leg "$KIND"
	right_in_all udp
	right_in_all tcp
}
