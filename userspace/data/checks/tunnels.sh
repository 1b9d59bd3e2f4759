# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions that make tunnels over other devices, and ESP tunnels of other kinds than tunnel() makes.

# ip_tunnel VERSION [OPTION…]: makes an IPIP or IP6IP6 tunnel between the gateway and the server. The far address is
# 10.0.8.2 or fd00:8::2.
ip_tunnel() {
	local gw=10.0.2.1 server=10.0.2.2 net=10.0.1.0/24 far=10.0.8.0/24 host=10.0.8.2/32 type=(ipip)

	if [[ $1 == 6 ]]; then
		gw=fd00:2::1 server=fd00:2::2 net=fd00:1::/64 far=fd00:8::/64 host=fd00:8::2/128
		type=(ip6tnl mode ip6ip6)
	fi
	must ip_ gw link add tun0 type "${type[@]}" local $gw remote $server "${@:2}"
	must ip_ server link add tun0 type "${type[@]}" local $server remote $gw "${@:2}"
	must ip_ gw link set tun0 up
	must ip_ gw route add $far dev tun0
	must ip_ server address add $host dev tun0
	must ip_ server link set tun0 up
	must ip_ server route add $net dev tun0
	settle
}

# ip_in_ip VERSION: prints the protocol number of the tunnel
ip_in_ip() {
	[[ $1 == 4 ]] && printf 4 || printf 41
}

# encapsulated VERSION KEY=VALUE…: claims that UDP through ip_tunnel takes the fast path, and reaches the server
# encapsulated, in frames with these values
encapsulated() {
	connect a udp "$(far_of "$1")" 5000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	watch at-server server eth0
	taken a udp
	t seen at-server proto="$(ip_in_ip "$1")" "${@:2}"
	is wire "packets at the server, encapsulated" '>=' 50 "$(got n)"
}

# server_vlan, server_bridge: put the server's leg on VLAN 10, or behind a bridge of the gateway
server_vlan() {
	must ip_ server link add link eth0 name eth0.10 type vlan id 10
	must ip_ gw link add link out0 name out0.10 type vlan id 10
	move_server_leg eth0.10 out0.10
}

server_bridge() {
	must ip_ gw link add br0 address 02:fb:00:00:02:01 type bridge
	must ip_ gw address flush dev out0
	must ip_ gw link set out0 master br0
	must ip_ gw link set br0 up
	move_server_leg eth0 br0
}

# xfrm_interface VERSION: makes the tunnel of tunnel() with an xfrm interface ipsec0 in the gateway: its SAs and policies
# have an interface ID, and a route leads into the tunnel
xfrm_interface() {
	local gw=10.0.2.1 server=10.0.2.2 net=10.0.1.0/24 far=10.0.8.0/24
	local key='aead rfc4106(gcm(aes)) 0x000102030405060708090a0b0c0d0e0f10111213 128'

	[[ $1 == 4 ]] || gw=fd00:2::1 server=fd00:2::2 net=fd00:1::/64 far=fd00:8::/64
	tunnel "$1" gcm
	# tunnel() made both ends. The gateway's is replaced.
	must ip_ gw xfrm policy flush
	must ip_ gw xfrm state flush
	must ip_ gw link add ipsec0 type xfrm dev out0 if_id 42
	must ip_ gw link set ipsec0 up
	# What is decrypted is received again by the interface.
	must in_ gw nft delete table netdev fb_again
	count_again ipsec0
	must ip_ gw route replace $far dev ipsec0
	must ip_ gw -batch - <<-BATCH
		xfrm state add src $gw dst $server proto esp spi 0x1000 reqid 1 mode tunnel if_id 42 $key
		xfrm state add src $server dst $gw proto esp spi 0x2000 reqid 1 mode tunnel if_id 42 $key
		xfrm policy add src $net dst $far dir out if_id 42 tmpl src $gw dst $server proto esp reqid 1 mode tunnel
		xfrm policy add src $far dst $net dir fwd if_id 42 tmpl src $server dst $gw proto esp reqid 1 mode tunnel
		xfrm policy add src $far dst $net dir in if_id 42 tmpl src $server dst $gw proto esp reqid 1 mode tunnel
	BATCH
	settle
}

# jumbo: raises the MTU of the client's and the server's legs to 9000, and stops GRO, which would move headers
jumbo() {
	local end

	for end in "client eth0" "gw in0" "gw out0" "server eth0"; do
		must ip_ "${end% *}" link set "${end#* }" mtu 9000
		must in_ "${end% *}" ethtool -K "${end#* }" gro off
	done
	settle
}

# large NAME: sends 50 datagrams of 8000 bytes in each direction; claims that all arrive. Call it between begin and finish.
large() {
	local way

	for way in c2s s2c; do
		t send "$1" $way 50 size=8000
		is bytes "datagrams of 8000 bytes that arrived $way, of 50" = 50 "$(got got)"
		is bytes "changed datagrams $way" = 0 "$(got bad)"
	done
}

# datagrams_through_esp VERSION COMMAND…: opens UDP flow a through tunnel(), and runs the command, which sends 50 datagrams in
# each direction. Claims that all take the fast path into and out of ESP, and that nothing leaves in plain text.
datagrams_through_esp() {
	flowtable "$(family_of "$1")"
	connect a udp "$(far_of "$1")" 5000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	watch wire gw out0 out=1
	begin
	"${@:2}"
	finish
	is hook "packets on the fast path" = 100 "$(fast)"
	is nft "packets on the slow path: only the ESP packets" = "$(encrypted)" "$(slow)"
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
	closes
	t seen wire proto=esp dst="$(server_of "$1")" spi=0x1000
	is wire "ESP packets to the other end" = 50 "$(got n)"
	t seen wire dst="$(far_of "$1")"
	is wire "packets sent in plain text" = 0 "$(got n)"
}

# esn_wraps VERSION: the claims of datagrams_through_esp while the lower 32 bits of extended sequence numbers wrap
esn_wraps() {
	local gw=10.0.2.1

	[[ $1 == 4 ]] || gw=fd00:2::1
	tunnel "$1" gcm 'flag esn replay-window 64 replay-seq 0xfffffff0 replay-oseq 0xfffffff0'
	datagrams_through_esp "$1" both_ways a udp
	is xfrm "upper 32 bits of the gateway's last sequence number" = 1 "$(upper_bits gw "$(server_of "$1")")"
	is xfrm "upper 32 bits of the server's last sequence number" = 1 "$(upper_bits server $gw)"
}

# through_offload VERSION [OUTER]: the claims of through_tunnel about a gateway with the module espOUTER_offload, without GRO and
# with it. GRO decrypts ESP before all rules and before the flowtable, so nothing is received again. veth has GRO since 5.13.
through_offload() {
	local inner outer=${2:-$1} words=''

	inner=$(far_of "$1")
	[[ $outer == "$1" ]] || words='flag af-unspec'
	tunnel "$1" gcm "$words" "$outer"
	flowtable "$(family_of "$1")"
	must in_ gw ethtool -K out0 gro off
	must in_ server ethtool -K eth0 gro off
	through_tunnel "$1" "$outer"
	# veth gives GRO only what comes from a device without TSO.
	must in_ gw ethtool -K out0 gro on tso off
	must in_ server ethtool -K eth0 gro on tso off
	connect b udp "$inner" 5001
	begin
	both_ways b udp
	finish
	is hook "packets on the fast path, with GRO" = 100 "$(fast)"
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
	if kernel_before 5.13; then
		is nft "packets on the slow path: only ESP packets" = "$(encrypted)" "$(slow)"
		closes
	else
		is nft "packets on the slow path, with GRO" = 0 "$(slow)"
		is sum "fast + slow = received by in0 and out0" = "$(d dev.in0.rx dev.out0.rx)" $(($(fast) + $(slow)))
	fi
	end_offload "$outer"
}

# end_offload VERSION: removes flows, SAs and the module espVERSION_offload, which would change later checks
end_offload() {
	local node name

	for name in tcp udp b; do
		try drop $name || true
	done
	must in_ gw nft flush ruleset
	for node in gw server; do
		must ip_ $node xfrm policy flush
		must ip_ $node xfrm state flush
	done
	until_ 20 modprobe -r "esp${1}_offload" || note "esp${1}_offload stays loaded"
}

# tunnelled_in_part VERSION KEY=VALUE…: sends UDP through ip_tunnel, of which the flowtable cannot make the header. Claims
# that all data arrives, encapsulated in frames with these values. Up to 7.1, the flow is offloaded; packets into the tunnel
# take the fast path to the tunnel's device, and those out of it take the slow path twice.
tunnelled_in_part() {
	local offloaded=1

	kernel_before 7.2 || offloaded=0
	connect a udp "$(far_of "$1")" 5000
	is ct "offloaded connections" = $offloaded "$(offloaded udp dport=5000)"
	watch at-server server eth0
	begin
	both_ways a udp
	finish
	is hook "packets on the fast path" = $((50 * offloaded)) "$(fast)"
	is nft "packets on the slow path, those out of the tunnel twice" = $((150 - 50 * offloaded)) "$(slow)"
	t seen at-server proto="$(ip_in_ip "$1")" "${@:2}"
	is wire "packets at the server, encapsulated" = 50 "$(got n)"
}

# esp_in_udp: negotiates the tunnel of esp-gateway again, with ESP in UDP
esp_in_udp() {
	local node

	for node in gw gw2; do
		printf 'connections { lab { encap = yes } }\n' >"/run/flowbench/$FB_ID/$node/swanctl/conf.d/natt.conf"
	done
	must swanctl_ gw --terminate --ike lab --timeout 20
	for node in gw2 gw; do
		must swanctl_ $node --load-all
	done
	must swanctl_ gw --initiate --child lan --timeout 20
	settle
}

# upper_bits NODE ADDRESS: prints the upper 32 bits of the last sequence number that the node sent to the address by ESP
upper_bits() {
	local seq

	seq=$(ip_ "$1" xfrm state list dst "$2" | sed -n 's/.*oseq-hi \(0x[0-9a-f]*\),.*/\1/p')
	printf %d "${seq:-0}"
}

# paged FRAME OTHER: sends ten frames of the flow from port 4000 to port 5000 whose headers are not in the linear part of the
# packet: the kernel builds a frame of a page and more so. In front of each it sends another frame, which the flowtable must
# leave: its headers may still be in the same memory. Both are in hexadecimal. Claims that the ten take the fast path, and the
# others do not.
paged() {
	local i

	deaf server
	watch at-server server eth0
	begin
	for ((i = 0; i < 10; i++)); do
		t packet client eth0 1 raw="$2"
		t packet client eth0 1 raw="$1"
	done
	finish
	is dev "frames received" = 20 "$(d dev.in0.rx)"
	is hook "frames of the flow on the fast path" = 10 "$(fast)"
	is hook "frames that the flowtable dropped" = 0 "$(fast_dropped)"
	t seen at-server proto=udp sport=4000 dport=5000 ttl=63
	is wire "of them at the server" = 10 "$(got n)"
}

# large_udp, large_tcp: print a UDP header and a TCP header with 6000 bytes, without a checksum
large_udp() {
	printf %s "0fa0138817780000$(zeros 6000)"
}

large_tcp() {
	printf %s "0fa0138800000001000000015010ffff00000000$(zeros 6000)"
}

# tunnel_with_dir VERSION: the tunnel of tunnel(), with the direction of each SA given
tunnel_with_dir() {
	local gw server node key='aead rfc4106(gcm(aes)) 0x000102030405060708090a0b0c0d0e0f10111213 128'

	gw=$(address_of "$1" 2 1) server=$(server_of "$1")
	tunnel "$1" gcm
	for node in gw server; do
		must ip_ $node xfrm state flush
		must ip_ $node -batch - <<-BATCH
			xfrm state add src $gw dst $server proto esp spi 0x1000 reqid 1 mode tunnel $key dir $([[ $node == gw ]] && echo out || echo in)
			xfrm state add src $server dst $gw proto esp spi 0x2000 reqid 1 mode tunnel $key dir $([[ $node == gw ]] && echo in || echo out)
		BATCH
	done
	settle
}

# tcp_out_of_tunnel INNER OUTER: claims only that TCP out of an ESP tunnel, whose outer packets are of the other family, arrives on the
# fast path. It stands still on 5.10 with esp4_offload or esp6_offload, which would end through_tunnel.
tcp_out_of_tunnel() {
	tunnel "$1" gcm 'flag af-unspec' "$2"
	flowtable "$(family_of "$1")"
	connect tcp tcp "$(far_of "$1")" 5000
	is ct "offloaded connections" = 1 "$(offloaded tcp dport=5000)"
	arrives tcp "into and out of the tunnel" 1000000 c2s s2c
}
