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

# near_of VERSION: prints the address behind the client
near_of() {
	address_of "$1" 7 2
}

# hop_of VERSION NET: prints the address of the host on this leg of the gateway
hop_of() {
	address_of "$1" "$2" 2
}

# --- routes that change --------------------------------------------------------------

# sends NAME PROTO WAY: sends 20 datagrams, or 1 MB of TCP, which is 16 superpackets at least. Claims that all of it arrives.
# TCP that does not arrive blocks its connection: then stuck is set.
stuck=''
sends() {
	if [[ $2 == tcp ]]; then
		if try send "$1" "$3" 1000000; then
			is bytes "bytes that arrived $3" = 1000000 "$(got bytes)"
		else
			[[ $R =~ timeout:\ ([0-9]+)\ bytes\ of ]] || die "send $1 $3: $R"
			is bytes "bytes that did not arrive $3" = 0 "${BASH_REMATCH[1]}"
			stuck=y
		fi
	else
		t send "$1" "$3" 20 size=100
		is bytes "datagrams that arrived $3" = 20 "$(got got)"
	fi
}

# one_is_fast NAME PROTO WAY: sends a little; returns true if the fast path took a packet of it
one_is_fast() {
	begin
	if [[ $2 == tcp ]]; then
		t send "$1" "$3" 1000
	else
		t send "$1" "$3" 1 size=100
	fi
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
	is wire "packets on the new route" '>=' 16 "$(got n)"
	t seen old dst="$dst"
	is wire "packets on the old route" = 0 "$(got n)"
	[[ ! $stuck ]] || return 0
	until_ 5 one_is_fast a "$2" "$3" || true
	begin
	sends a "$2" "$3"
	finish
	is hook "packets $3 on the fast path, later" '>=' 16 "$(fast)"
}

# --- next hops ---------------------------------------------------------------------------

# through_next_hops VERSION: makes an offloaded UDP flow between addresses behind both hosts
through_next_hops() {
	behind_host client
	behind_host server
	flowtable "$(family_of "$1")"
	watch at-server server eth0
	watch at-client client eth0
	connect a udp "$(far_of "$1")" 5000 src="$(near_of "$1")" sport=4000
	taken a udp
}

# nobody_asked VERSION: claims that the gateway asked for no MAC address on the wire
nobody_asked() {
	local host question=(ethertype=0x0806)

	[[ $1 == 4 ]] || question=(proto=58 type=135)
	for host in server client; do
		t seen at-$host "${question[@]}"
		is wire "requests for a MAC address at the $host" = 0 "$(got n)"
	done
}

# uses_next_hops VERSION: claims that a flow between addresses behind both hosts goes to the hosts' MAC addresses
uses_next_hops() {
	through_next_hops "$1"
	t seen at-server dst="$(far_of "$1")" dmac=02:fb:00:00:02:02
	is wire "packets to the server's MAC address" '>=' 50 "$(got n)"
	t seen at-client dst="$(near_of "$1")" dmac=02:fb:00:00:01:02
	is wire "packets to the client's MAC address" '>=' 50 "$(got n)"
	nobody_asked "$1"
}

# next_hop_moves VERSION: gives both next hops another MAC address, which the gateway learns. Claims that all packets
# of the flow use the new addresses.
next_hop_moves() {
	local host leg dev

	through_next_hops "$1"
	for host in client server; do
		[[ $host == client ]] && leg=1 dev=in0 || leg=2 dev=out0
		must ip_ $host link set eth0 address 02:fb:00:00:0$leg:99
		must ip_ $host -batch - <<-BATCH
			neighbour replace 10.0.$leg.1 lladdr 02:fb:00:00:0$leg:01 dev eth0 nud permanent
			neighbour replace fd00:$leg::1 lladdr 02:fb:00:00:0$leg:01 dev eth0 nud permanent router
		BATCH
		must ip_ gw neighbour replace "$(hop_of "$1" $leg)" lladdr 02:fb:00:00:0$leg:99 dev $dev nud permanent
	done
	t clear at-server
	t clear at-client
	taken a udp
	t seen at-server dst="$(far_of "$1")" dmac=02:fb:00:00:02:99
	is wire "packets to the server's new MAC address" = 50 "$(got n)"
	t seen at-client dst="$(near_of "$1")" dmac=02:fb:00:00:01:99
	is wire "packets to the client's new MAC address" = 50 "$(got n)"
	nobody_asked "$1"
}

# link_local: gives gateway and server the link-local addresses that neighbour solicitations of forwarded packets come from
link_local() {
	must ip_ gw address add fe80::1/64 dev out0 nodad
	must ip_ server address add fe80::2/64 dev eth0 nodad
	settle
}

# next_hop_forgotten VERSION: removes the next hop's entry from the neighbour table. Claims that the gateway asks for the
# MAC address, and that all packets arrive.
next_hop_forgotten() {
	[[ $1 == 4 ]] || link_local
	through_next_hops "$1"
	must ip_ gw neighbour del "$(hop_of "$1" 2)" dev out0
	t clear at-server
	begin
	t send a c2s 20 size=100 wait=3000
	finish
	is bytes "datagrams that arrived c2s" = 20 "$(got got)"
	t seen at-server dst="$(far_of "$1")" dmac=02:fb:00:00:02:02
	is wire "packets to the next hop's MAC address" = 20 "$(got n)"
	t seen at-server dmac=00:00:00:00:00:00
	is wire "packets to MAC address 00:00:00:00:00:00" = 0 "$(got n)"
	# Not closes(): the answer with the MAC address also comes through out0.
	is hook "packets on the fast path" = 20 "$(fast)"
}

# an_arrival NAME: sends one datagram to the server; returns true if it arrives
an_arrival() {
	t send "$1" c2s 1 size=100 wait=100
	(($(got got) == 1))
}

# next_hop_replaced VERSION: gives the next hop another MAC address without any message, as a failover without
# gratuitous ARP does. Claims that the gateway finds out, and that the flow reaches the next hop again within 15 s.
next_hop_replaced() {
	local hop sysctl=ipv4

	[[ $1 == 4 ]] || { sysctl=ipv6 && link_local; }
	hop=$(hop_of "$1" 2)
	must in_ gw sysctl -qw net.$sysctl.neigh.out0.base_reachable_time_ms=1000 \
		net.$sysctl.neigh.out0.delay_first_probe_time=1 net.$sysctl.neigh.out0.retrans_time_ms=200
	through_next_hops "$1"
	must ip_ gw neighbour replace "$hop" lladdr 02:fb:00:00:02:02 dev out0 nud reachable
	must ip_ server link set eth0 address 02:fb:00:00:02:99
	must ip_ server -batch - <<-BATCH
		neighbour replace 10.0.2.1 lladdr 02:fb:00:00:02:01 dev eth0 nud permanent
		neighbour replace fd00:2::1 lladdr 02:fb:00:00:02:01 dev eth0 nud permanent router
	BATCH
	t clear at-server
	until_ 15 an_arrival a || true
	t seen at-server dst="$(far_of "$1")" dmac=02:fb:00:00:02:99
	is wire "packets to the next hop's new MAC address" '>=' 1 "$(got n)"
	begin
	t send a c2s 20 size=100
	is bytes "datagrams that arrived c2s, later" = 20 "$(got got)"
	finish
	is hook "packets on the fast path, later" = 20 "$(fast)"
}

# --- MTUs that change ------------------------------------------------------------------------

# too_big VERSION COUNT KEY=VALUE…: sends packets of 1400 bytes to the server. KEY=VALUE may have df=.
too_big() {
	if [[ $1 == 4 ]]; then
		from_client "$2" size=1372 "${@:3}"
	else
		from_client6 "$2" size=1352 "${@:3}" df=
	fi
}

# refused_as_too_big VERSION KEY=VALUE: claims that the gateway refused ten packets with an ICMP error each, and sent no
# such packets
refused_as_too_big() {
	all_slow 10
	if [[ $1 == 4 ]]; then
		is snmp "packets that could not be fragmented" = 10 "$(d snmp.Ip.FragFails)"
		t seen at-client proto=icmp type=3 code=4
	else
		is snmp "packets rejected as too big" = 10 "$(d snmp6.Ip6InTooBigErrors)"
		t seen at-client proto=58 type=2
	fi
	is wire "ICMP errors at the client" = 10 "$(got n)"
	t seen wire "$2"
	is wire "packets sent" = 0 "$(got n)"
}

# mtu_lowered VERSION: lowers the MTU of the outgoing device to 1300 under an offloaded flow. Claims that a packet of
# 1400 bytes is not sent but answered with an ICMP error.
mtu_lowered() {
	an_offloaded_flow "$1"
	watch wire gw out0 out=1
	watch at-client client eth0
	begin
	too_big "$1" 10 df=1
	finish
	is hook "packets of 1400 bytes on the fast path, with an MTU of 1500" = 10 "$(fast)"
	must ip_ gw link set out0 mtu 1300
	t clear wire
	begin
	too_big "$1" 10 df=1
	finish
	refused_as_too_big "$1" dst="$(server_of "$1")"
	# This fails with the ICMP error that the client has got.
	try send a c2s 1 size=100 || true
	until_ 5 one_is_fast a udp c2s || true
	taken a udp
	begin
	too_big "$1" 10 df=1
	finish
	is hook "packets of 1400 bytes on the fast path, after the flow has returned" = 0 "$(fast)"
}

# mtu_lowered_esp VERSION: claims for a flow into an ESP tunnel what mtu_lowered does
mtu_lowered_esp() {
	local inner=10.0.8.2

	[[ $1 == 4 ]] || inner=fd00:8::2
	tunnel "$1" null
	flowtable "$(family_of "$1")"
	connect a udp $inner 5000 sport=4000
	watch wire gw out0 out=1
	watch at-client client eth0
	begin
	too_big "$1" 10 df=1 dst=$inner
	finish
	is hook "packets of 1400 bytes on the fast path, with an MTU of 1500" = 10 "$(fast)"
	t seen wire proto=esp
	is wire "ESP packets sent" = 10 "$(got n)"
	must ip_ gw link set out0 mtu 1300
	t clear wire
	begin
	too_big "$1" 10 df=1 dst=$inner
	finish
	if [[ $1 == 4 ]]; then
		refused_as_too_big 4 proto=esp
		return
	fi
	# The fast path may take the packets: IPsec refuses them as well.
	closes
	t seen at-client proto=58 type=2
	is wire "ICMP errors at the client" = 10 "$(got n)"
	t seen wire proto=esp
	is wire "ESP packets sent" = 0 "$(got n)"
}

# mtu_lowered_esp_fragmented: lowers the MTU of the outgoing device to 1300 under an offloaded IPv4 flow into an ESP tunnel.
# Claims that packets without DF which do not fit any more are sent as fragments of ESP packets.
mtu_lowered_esp_fragmented() {
	local inner=10.0.8.2

	tunnel 4 null
	flowtable ip
	connect a udp $inner 5000 sport=4000
	watch wire gw out0 out=1
	begin
	too_big 4 10 df=0 dst=$inner
	finish
	is hook "packets of 1400 bytes on the fast path, with an MTU of 1500" = 10 "$(fast)"
	must ip_ gw link set out0 mtu 1300
	t clear wire
	begin
	too_big 4 10 df=0 dst=$inner
	finish
	closes
	is snmp "fragmented ESP packets" = 10 "$(d snmp.Ip.FragOKs)"
	is snmp "fragments" = 20 "$(d snmp.Ip.FragCreates)"
	t seen wire proto=esp
	is wire "fragments of ESP packets sent" = 20 "$(got n)"
}

# route_mtu VERSION: the route to the server has an MTU of 1300, the device has 1500. Claims that packets of 1400 bytes
# take the slow path, where IPv4 fragments them and IPv6 answers with an error, and that packets of 1300 bytes take the
# fast path.
route_mtu() {
	if [[ $1 == 4 ]]; then
		must ip_ gw route replace 10.0.2.0/24 dev out0 proto kernel scope link src 10.0.2.1 mtu 1300
	else
		# IPv6 forwards by the MTU of a route only if it is locked: ip6_dst_mtu_maybe_forward().
		must ip_ gw -6 route replace fd00:2::/64 dev out0 proto kernel metric 256 mtu lock 1300
	fi
	an_offloaded_flow "$1"
	watch at-server server eth0
	begin
	too_big "$1" 10 df=0
	finish
	all_slow 10
	t seen at-server src="$(client_of "$1")"
	if [[ $1 == 4 ]]; then
		is snmp "fragments" = 20 "$(d snmp.Ip.FragCreates)"
		is wire "fragments at the server" = 20 "$(got n)"
	else
		is snmp "packets rejected as too big" = 10 "$(d snmp6.Ip6InTooBigErrors)"
		is wire "packets at the server" = 0 "$(got n)"
	fi
	begin
	if [[ $1 == 4 ]]; then from_client 10 size=1272; else from_client6 10 size=1252; fi
	finish
	is hook "packets of 1300 bytes on the fast path" = 10 "$(fast)"
	closes
}

# mtu_raised VERSION: raises the MTU of the outgoing device under an offloaded flow. Claims that packets that now
# fit take the fast path.
mtu_raised() {
	must ip_ gw link set out0 mtu 1300
	an_offloaded_flow "$1"
	must ip_ gw link set out0 mtu 1500
	t send a c2s 1 size=100
	until_ 5 one_is_fast a udp c2s || true
	watch at-server server eth0
	begin
	too_big "$1" 10 df=1
	finish
	is hook "packets of 1400 bytes on the fast path" = 10 "$(fast)"
	is nft "packets of 1400 bytes on the slow path" = 0 "$(slow)"
	closes
	t seen at-server dst="$(server_of "$1")"
	is wire "packets at the server" = 10 "$(got n)"
}

# prefix_gone DEV: takes the prefix of the client's network away from the gateway's device, as the end of a delegation
# does. Claims that packets to the client get an ICMPv6 error, and that none reaches the client.
prefix_gone() {
	deaf client
	watch at-client client eth0
	watch at-server server eth0
	must ip_ gw address del fd00:1::1/64 dev "$1"
	must ip_ gw route add unreachable fd00:1::/64
	begin
	from_server6 10
	finish
	all_slow 10
	t seen at-client dst=fd00:1::2
	is wire "packets at the client" = 0 "$(got n)"
	t seen at-server proto=58 type=1
	is wire "ICMPv6 errors at the server" = 10 "$(got n)"
}

# no_route_back VERSION: the route to the client goes before its connection is offloaded. Claims that packets to the server
# add no flow, and that packets to the client are not forwarded, until there is a route again.
no_route_back() {
	local family=ip there=from_client back=from_server net=10.0.1.0/24

	[[ $1 == 4 ]] || family=ip6 there=from_client6 back=from_server6 net=fd00:1::/64
	flowtable $family match='ct state established udp dport 5000'
	deaf client server
	$there 1
	$back 1
	must ip_ gw route del $net dev in0
	watch at-client client eth0
	begin
	$there 10
	finish
	all_slow 10
	is ct "offloaded connections" = 0 "$(offloaded)"
	begin
	$back 10
	finish
	is hook "packets to the client on the fast path" = 0 "$(fast)"
	t seen at-client src="$(server_of "$1")"
	is wire "packets at the client, to which there is no route" = 0 "$(got n)"
	must ip_ gw route add $net dev in0
	$there 1
	is ct "offloaded connections with a route" = 1 "$(offloaded)"
}
