# proves: a flowtable on a bridge port forwards the bridge's flows, IPv4 and IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: bridge nf_flow_table_inet
# since: 5.13 before, a flowtable did not support bridges
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	must ip_ gw link add br0 address 02:fb:00:00:01:01 type bridge
	must ip_ gw link set in0 master br0
	move_leg eth0 br0
	flowtable inet
	behind "from behind the bridge" vlan=none
}
