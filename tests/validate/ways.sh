# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for flows whose way through the gateway changes: routes, next hops, MTUs, bridge ports.

# --- networks behind the hosts -----------------------------------------------------

# behind_host HOST: puts the addresses 10.0.8.2 and fd00:8::2 (HOST is server) or 10.0.7.2 and fd00:7::2 (client)
# behind the host, which is the gateway's next hop to them. The host answers no ARP requests for the IPv4 address.
behind_host() {
	local net=8 leg=2

	[[ $1 == server ]] || net=7 leg=1
	must in_ "$1" sysctl -qw net.ipv4.conf.all.arp_ignore=1
	must ip_ "$1" address add 10.0.$net.2/32 dev lo
	must ip_ "$1" address add fd00:$net::2/128 dev lo
	must ip_ gw route add 10.0.$net.0/24 via 10.0.$leg.2
	must ip_ gw route add fd00:$net::/64 via fd00:$leg::2
}

# second_way HOST: connects the host to other, which becomes a router. The gateway still uses the host's own leg.
second_way() {
	local net=8 link=4 dev=eth1

	[[ $1 == server ]] || net=7 link=5 dev=eth2
	must ip_ other link add $dev address 02:fb:00:00:0$link:01 type veth \
		peer name eth1 address 02:fb:00:00:0$link:02 netns "$(ns "$1")"
	must in_ other ethtool -K $dev tx off tso off gso off gro off
	must in_ "$1" ethtool -K eth1 tx off tso off gso off gro off
	must in_ other sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1 \
		net.ipv4.conf.all.send_redirects=0 net.ipv4.conf.default.send_redirects=0
	must ip_ other link set $dev up
	must ip_ "$1" link set eth1 up
	must ip_ other address add 10.0.$link.1/24 dev $dev
	must ip_ "$1" address add 10.0.$link.2/24 dev eth1
	leg6 other $dev fd00:$link::1 "$1" eth1 fd00:$link::2
	must ip_ other -batch - <<-BATCH
		neighbour replace 10.0.$link.2 lladdr 02:fb:00:00:0$link:02 dev $dev nud permanent
		route add 10.0.$net.0/24 via 10.0.$link.2
		route add fd00:$net::/64 via fd00:$link::2
	BATCH
	must ip_ "$1" neighbour replace 10.0.$link.1 lladdr 02:fb:00:00:0$link:01 dev eth1 nud permanent
	# The kernel looks for new links once a second. The routes through them work only then.
	read -r -t 1.1 <> <(:) || true
}

# far_of VERSION: prints the address behind the server; near_of VERSION: prints the address behind the client
far_of() {
	[[ $1 == 4 ]] && printf 10.0.8.2 || printf fd00:8::2
}

near_of() {
	[[ $1 == 4 ]] && printf 10.0.7.2 || printf fd00:7::2
}

# hop_of VERSION NET: prints the address of the host on this leg of the gateway
hop_of() {
	[[ $1 == 4 ]] && printf '10.0.%s.2' "$2" || printf 'fd00:%s::2' "$2"
}

# --- routes that change --------------------------------------------------------------

# sends NAME PROTO WAY: sends 20 packets, or 100000 bytes of TCP. Claims that all of it arrives.
sends() {
	if [[ $2 == tcp ]]; then
		t send "$1" "$3" 100000
		is bytes "bytes that arrived $3" = 100000 "$(got bytes)"
	else
		t send "$1" "$3" 20 size=100
		is bytes "datagrams that arrived $3" = 20 "$(got got)"
	fi
}

# one_is_fast NAME PROTO WAY: sends a little; returns true if the fast path took a packet of it
one_is_fast() {
	begin
	[[ $2 == tcp ]] && t send "$1" "$3" 1000 || t send "$1" "$3" 1 size=100
	finish
	(($(fast) > 0))
}

# route_changed VERSION PROTO WAY: changes the route of an offloaded flow in this direction (c2s or s2c). Claims that
# all packets take the new route at once, and that the flow returns to the flowtable.
route_changed() {
	local host=server old=out0 dst route

	[[ $3 == c2s ]] || host=client old=in0
	[[ $3 == c2s ]] && dst=$(far_of "$1") || dst=$(near_of "$1")
	behind_host client
	behind_host server
	second_way $host
	flowtable "$(family_of "$1")" devices='in0, out0, mid0'
	connect a "$2" "$(far_of "$1")" 5000 src="$(near_of "$1")"
	taken a "$2"
	watch old gw $old out=1
	watch new $host eth1
	[[ $1 == 4 ]] && route=${dst%.*}.0/24 || route=${dst%2}/64
	must ip_ gw route replace "$route" via "$(hop_of "$1" 3)"
	begin
	sends a "$2" "$3"
	finish
	is nft "packets on the slow path" '>=' 1 "$(slow)"
	closes
	t seen new dst="$dst"
	is wire "packets on the new route" '>=' 20 "$(got n)"
	t seen old dst="$dst"
	is wire "packets on the old route" = 0 "$(got n)"
	until_ 5 one_is_fast a "$2" "$3" || true
	begin
	sends a "$2" "$3"
	finish
	is hook "packets $3 on the fast path, later" '>=' 20 "$(fast)"
}
