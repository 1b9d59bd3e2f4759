# proves: flows through an IPIP tunnel are forwarded, encapsulated and decapsulated by the flowtable
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet ipip
# since: 6.19 before, a flowtable did not support IPIP tunnels (commit ab427db17885)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs 'packets into a tunnel go to no MAC address'
	ip_tunnel 4
	flowtable inet
	connect a udp 10.0.8.2 5000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	watch at-server server eth0
	taken a udp
	t seen at-server proto=4
	is wire "packets at the server, encapsulated" '>=' 50 "$(got n)"
	t seen at-server proto=4 dmac=02:fb:00:00:02:02
	is wire "packets at the server, encapsulated, to its MAC address" '>=' 50 "$(got n)"
}
