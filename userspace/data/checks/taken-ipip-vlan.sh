# proves: flows through an IPIP tunnel over a VLAN are forwarded, encapsulated and decapsulated by the flowtable, with the tag
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet ipip 8021q
# since: 6.19 before, a flowtable did not support IPIP tunnels (commit d30301ba4b07)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs 'packets into a tunnel go to no MAC address'
	server_vlan
	ip_tunnel 4
	flowtable inet
	encapsulated 4 vlan=10
}
