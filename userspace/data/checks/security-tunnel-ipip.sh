# proves: packets that were not in the IPIP tunnel of an offloaded flow, or in another one, are not forwarded by the flowtable
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet ipip
# since: 6.19 before, a flowtable did not support IPIP tunnels (commit d30301ba4b07)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local inner outer

	ip_tunnel 4
	# The server answers through the tunnel only from its far address.
	must ip_ server route replace 10.0.1.0/24 via 10.0.2.1
	must ip_ server route add 10.0.1.0/24 dev tun0 table 8
	must ip_ server rule add from 10.0.8.2 lookup 8
	flowtable inet
	connect a udp 10.0.8.2 5000 sport=4000
	connect b udp 10.0.2.2 5001 sport=4001
	is ct "offloaded connections" = 2 "$(offloaded udp)"
	taken a udp
	taken b udp
	watch at-client client eth0
	# Packets of a, and of b, as the server sends them.
	inner=$(bare4 addresses=0a0008020a000102 l4="13880fa000500000$(zeros 72)")
	outer=$(bare4 addresses=0a0002020a000201 proto=04 l4="$inner")
	tunnelled 10 "in the tunnel" 10 proto=4 payload="$inner"
	tunnelled 0 "in the tunnel, with TTL 1" 10 proto=4 payload="$inner" ttl=1
	tunnelled 0 "in the tunnel, with options" 10 proto=4 payload="$inner" options=01010101
	tunnelled 0 "in plain text" 10 src=10.0.8.2 dst=10.0.1.2 proto=udp sport=5000 dport=4000 size=72 payload=
	tunnelled 0 "from another end" 10 src=10.0.2.9 proto=4 payload="$inner"
	tunnelled 0 "to another end" 10 dst=10.0.3.1 proto=4 payload="$inner"
	tunnelled 0 "in two tunnel headers" 10 proto=4 payload="$outer"
	inner=$(bare4 addresses=0a0002020a000102 l4="13890fa100500000$(zeros 72)")
	tunnelled 0 "of the plain flow, in the tunnel" 10 proto=4 payload="$inner"
	# The inner packet ends within its headers.
	tunnelled 0 "that end within the inner headers" 10 proto=4 payload="$(printf %.52s "$inner")"
}

# tunnelled FAST WHAT COUNT KEY=VALUE…: sends packets from the server; claims how many take the fast path
tunnelled() {
	begin
	frames server "$3" 'dmac=02:fb:00:00:02:01 src=10.0.2.2 dst=10.0.2.1' "${@:4}"
	finish
	is dev "packets received, $2" = "$3" "$(d dev.out0.rx)"
	is hook "packets on the fast path, $2" = "$1" "$(fast)"
	is hook "packets that the flowtable dropped, $2" = 0 "$(fast_dropped)"
}

# bare4 KEY=VALUE…: prints an IPv4 packet without an Ethernet header
bare4() {
	frame4 to= from= type= "$@"
}
