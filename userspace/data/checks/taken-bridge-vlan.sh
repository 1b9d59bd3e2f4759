# proves: a flowtable on a port of a VLAN-aware bridge forwards the bridge's flows with their tag, IPv4 and IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: bridge 8021q nf_flow_table_inet
# since: 5.13 before, a flowtable did not support bridges (commit ec9d16bab615)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	must ip_ client link add link eth0 name eth0.10 type vlan id 10
	must ip_ gw link add br0 address 02:fb:00:00:01:01 type bridge vlan_filtering 1 vlan_default_pvid 0
	must ip_ gw link set in0 master br0
	must ip_ gw link set br0 up
	must in_ gw bridge vlan add dev in0 vid 10
	must in_ gw bridge vlan add dev br0 vid 10 self
	must ip_ gw link add link br0 name br0.10 type vlan id 10
	move_leg eth0.10 br0.10
	flowtable inet
	behind "with their tag" vlan=10
}
