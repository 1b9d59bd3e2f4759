# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for the frames that a gateway sends: MAC addresses, types, tags, lengths, padding. A switch stands beside the gateway
# on either side, and must learn each MAC address at the port where its owner is.

fb_frame_words=()

# switches: puts a switch between the gateway and the client, and one between the gateway and the server: the bridges sw1 and sw2
# of the node other. Of each, port c leads to the host, port g to the gateway, and what is flooded comes out at y.
switches() {
	local host n dev port

	for host in 'client 1 in0' 'server 2 out0'; do
		read -r host n dev <<<"$host"
		must ip_ "$host" link del eth0
		must ip_ other -batch - <<-BATCH
			link add sw$n type bridge
			link add c$n type veth peer name eth0 address 02:fb:00:00:0$n:02 netns $(ns "$host")
			link add g$n type veth peer name $dev address 02:fb:00:00:0$n:01 netns $(ns gw)
			link add x$n type veth peer name y$n
			link set sw$n up
			link set y$n up
		BATCH
		for port in "c$n" "g$n" "x$n"; do
			must ip_ other link set "$port" master "sw$n"
			must ip_ other link set "$port" up
		done
		must ip_ "$host" link set eth0 up
		must ip_ gw link set "$dev" up
		must in_ "$host" ethtool -K eth0 gro on
		must in_ gw ethtool -K "$dev" gro on
	done
}

# own_mac DEVICE [N]: gives a device of the gateway below another one the MAC address 02:fb:00:00:01:fN (default: f1), which must
# not appear in any frame
own_mac() {
	must ip_ gw link set "$1" address 02:fb:00:00:01:f"${2:-1}"
}

# top_mac DEVICE: gives a device of the gateway the MAC address at which the client expects the gateway
top_mac() {
	must ip_ gw link set "$1" address 02:fb:00:00:01:01
}

# frames_leg KIND: moves the client's leg to devices of this kind, and loads a flowtable. fb_frame_words then has the values of
# all frames to the client.
frames_leg() {
	local devices=in0 tagged=(vlan=10 tpid=0x8100)

	fb_frame_words=(vlan=none)
	[[ $1 == plain || $1 == pppoe || $1 == bond ]] || own_mac in0
	case $1 in
	plain) move_leg eth0 in0 ;;
	bridge) bridge_leg ;;
	bridge-vlan)
		bridge_with_vlan
		add_vlan br0
		move_leg eth0.10 br0.10
		;;
	bridge-pvid)
		bridge_with_vlan pvid untagged
		must ip_ gw link add link br0 name br0.10 type vlan id 10
		move_leg eth0 br0.10
		;;
	vlan)
		add_vlan
		top_mac in0.10
		move_leg eth0.10 in0.10
		;;
	qinq)
		add_qinq
		own_mac in0.10 2
		top_mac in0.10.20
		tagged=('vlan=10,20' 'tpid=0x88a8,0x8100')
		move_leg eth0.10.20 in0.10.20
		;;
	pppoe-vlan)
		add_vlan
		top_mac in0.10
		pppoe_leg eth0.10 in0.10
		;;
	pppoe*) "${1//-/_}_leg" ;;
	bond)
		must ip_ gw link add bond0 address 02:fb:00:00:01:01 type bond mode active-backup miimon 100
		must ip_ gw link set in0 down
		must ip_ gw link set in0 master bond0
		devices=bond0
		move_leg eth0 bond0
		;;
	macvlan)
		must ip_ gw link add mv0 link in0 address 02:fb:00:00:01:01 type macvlan mode bridge
		devices=mv0
		move_leg eth0 mv0
		;;
	esac
	[[ $1 != *vlan* || $1 == macvlan ]] && [[ $1 != qinq ]] || fb_frame_words=("${tagged[@]}")
	[[ $1 != pppoe* ]] || fb_frame_words+=(ethertype=0x8864 pppoe=7 slack=0)
	move_server_leg eth0 out0
	flowtable inet devices="$devices, out0"
}

# bridge_with_vlan [WORD…]: makes the bridge br0 of the gateway, which knows VLANs, with in0 as a port in VLAN 10
bridge_with_vlan() {
	must ip_ gw link add br0 address 02:fb:00:00:01:01 type bridge vlan_filtering 1 vlan_default_pvid 0
	must ip_ gw link set in0 master br0
	must ip_ gw link set br0 up
	must in_ gw bridge vlan add dev in0 vid 10 "$@"
	must in_ gw bridge vlan add dev br0 vid 10 self
}

# ethertype_of VERSION: prints the EtherType of IP of this version
ethertype_of() {
	[[ $1 == 4 ]] && printf 0x0800 || printf 0x86dd
}

# watch_frames: begins to watch what the gateway sends, and what the switches flood
watch_frames() {
	local n

	for n in 1 2; do
		watch from-gw$n other g$n
		watch flooded$n other y$n
	done
}

# right_frames N VERSION PROTO KEY=VALUE…: prints how many frames of the gateway on network N have the right addresses, nothing
# behind the packet, and these values
right_frames() {
	local host

	[[ $1 == 1 ]] && host=$(client_of "$2") || host=$(server_of "$2")
	t seen from-gw"$1" smac=02:fb:00:00:0"$1":01 dmac=02:fb:00:00:0"$1":02 dst="$host" proto="$3" ttl=63 trailer=0 "${@:4}"
	got n
}

# known_at N PORT MAC: prints 1 if switch N has learned this address at this port, else 0
known_at() {
	in_ other bridge fdb show br sw"$1" | grep -c "^$3 dev $2 .*master sw$1 *$" || true
}

# learned N: prints how many addresses the switch has learned
learned() {
	in_ other bridge fdb show br sw"$1" | grep -vc permanent || true
}

# switches_know: claims that each switch has learned the address of the host and that of the gateway, each at its port, and no other
switches_know() {
	local n

	for n in 1 2; do
		is fdb "addresses that switch $n has learned" = 2 "$(learned $n)"
		is fdb "switch $n knows the host behind its port" = 1 "$(known_at $n c$n 02:fb:00:00:0$n:02)"
		is fdb "switch $n knows the gateway behind its port" = 1 "$(known_at $n g$n 02:fb:00:00:0$n:01)"
		t seen flooded$n
		is wire "frames that switch $n flooded" = 0 "$(got n)"
	done
}

# right_in_all PROTO: sends both_ways over IPv4 and IPv6. Claims that all packets take the fast path, and that every frame that
# the gateway sends is right.
right_in_all() {
	local version right n
	local -a words sum=(0 0 0)

	for version in 4 6; do
		connect "$1$version" "$1" "$(server_of $version)" 5000
	done
	is ct "offloaded $1 connections" = 2 "$(offloaded "$1" dport=5000)"
	watch_frames
	begin
	for version in 4 6; do
		both_ways "$1$version" "$1"
	done
	finish
	is hook "$1 packets on the fast path" '>=' $((2 * $(fewest "$1"))) "$(fast)"
	is nft "$1 packets on the slow path" = 0 "$(slow)"
	closes
	for version in 4 6; do
		words=("${fb_frame_words[@]}")
		[[ ${words[*]} == *ethertype=* ]] || words+=("ethertype=$(ethertype_of $version)")
		right=$(right_frames 1 $version "$1" "${words[@]}")
		is wire "$1 frames to the client that are right, IPv$version" '>=' $(($(fewest "$1") / 2)) "$right"
		sum[1]=$((sum[1] + right))
		right=$(right_frames 2 $version "$1" vlan=none "ethertype=$(ethertype_of $version)")
		is wire "$1 frames to the server that are right, IPv$version" '>=' $(($(fewest "$1") / 2)) "$right"
		sum[2]=$((sum[2] + right))
	done
	for n in 1 2; do
		t seen from-gw$n
		is wire "$1 frames of the gateway on network $n, all of them right" = "${sum[n]}" "$(got n)"
		t seen from-gw$n csum=bad
		is wire "$1 frames of the gateway on network $n with a wrong length or checksum" = 0 "$(got n)"
	done
	switches_know
}

# short_frame WAY KEY=VALUE…: prints a frame with an IPv4 packet of 32 bytes of the flow from port 4000 to port 5000, in this
# direction, with zeros behind the packet up to 60 bytes, as a NIC sends it. The keys are those of frame4.
short_frame() {
	local addresses=0a0001020a000202 ports=0fa01388 from=02fb00000102 to=02fb00000101 frame

	[[ $1 == c2s ]] || addresses=0a0002020a000102 ports=13880fa0 from=02fb00000202 to=02fb00000201
	frame=$(frame4 from=$from to=$to addresses=$addresses l4="$(l4_with_sum $addresses 0011 "${ports}000c" '' 01020304)" "${@:2}")
	printf '%s%s' "$frame" "$(zeros $((60 - ${#frame} / 2)))"
}

# short_ones KEY=VALUE…: sends ten padded frames of a flow in each direction, those of the client with these keys of frame4. Claims
# that they take the fast path, and that no padding is sent on: what the slow path cuts off.
short_ones() {
	local n=0

	connect a udp 10.0.2.2 5000 sport=4000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	deaf client server
	watch_frames
	begin
	t packet client eth0 10 raw="$(short_frame c2s "$@")"
	t packet server eth0 10 raw="$(short_frame s2c)"
	finish
	is hook "short packets on the fast path" = 20 "$(fast)"
	closes
	for n in 1 2; do
		t seen from-gw$n proto=udp len=32 csum=ok ttl=63
		is wire "short packets on network $n" = 10 "$(got n)"
		t seen from-gw$n
		is wire "frames on network $n" = 10 "$(got n)"
	done
	is wire "short frames to the client without padding" = 10 "$(right_frames 1 4 udp "${fb_frame_words[@]}")"
	is wire "short frames to the server without padding" = 10 "$(right_frames 2 4 udp vlan=none)"
	switches_know
}
