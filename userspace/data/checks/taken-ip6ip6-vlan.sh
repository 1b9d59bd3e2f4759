# proves: flows through an IP6IP6 tunnel over a VLAN are forwarded, encapsulated and decapsulated by the flowtable, with the tag
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet ip6_tunnel 8021q
# since: 7.0 before, a flowtable did not support IP6IP6 tunnels (commit 93cf357fa797)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs 'packets into a tunnel go to no MAC address'
	server_vlan
	ip_tunnel 6 encaplimit none
	flowtable inet
	encapsulated 6 vlan=10
}
