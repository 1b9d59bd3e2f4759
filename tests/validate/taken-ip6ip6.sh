# proves: flows through an IP6IP6 tunnel are forwarded, encapsulated and decapsulated by the flowtable
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet ip6_tunnel
# since: 7.0 before, a flowtable did not support IP6IP6 tunnels
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	must ip_ gw link add tun0 type ip6tnl local fd00:2::1 remote fd00:2::2 mode ip6ip6 encaplimit none
	must ip_ gw link set tun0 up
	must ip_ gw route add fd00:8::/64 dev tun0
	must ip_ server link add tun0 type ip6tnl local fd00:2::2 remote fd00:2::1 mode ip6ip6 encaplimit none
	must ip_ server address add fd00:8::2/128 dev tun0 nodad
	must ip_ server link set tun0 up
	must ip_ server route add fd00:1::/64 dev tun0
	flowtable inet
	connect a udp fd00:8::2 5000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	watch at-server server eth0
	taken a udp
	t seen at-server proto=41
	is wire "packets at the server, encapsulated" '>=' 50 "$(got n)"
}
