# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for packets that differ from an offloaded flow in exactly one field of its tuple.

declare -A fb_unlike
fb_unlike_lost=0

# tuple_of VERSION PROTO WAY [KEY=VALUE…]: prints addresses, protocol and ports of the flow from port 4000 to port 5000 in this
# direction, c2s or s2c. A later key replaces the same earlier key; other keys are left out.
tuple_of() {
	local word
	local -A fields

	if [[ $3 == c2s ]]; then
		fields=([src]=$(client_of "$1") [dst]=$(server_of "$1") [sport]=4000 [dport]=5000)
	else
		fields=([src]=$(server_of "$1") [dst]=$(client_of "$1") [sport]=5000 [dport]=4000)
	fi
	fields[proto]=$2
	for word in "${@:4}"; do
		[[ ! $word =~ ^(src|dst|sport|dport|proto)= ]] || fields[${word%%=*}]=${word#*=}
	done
	printf 'src=%s dst=%s proto=%s sport=%s dport=%s' "${fields[src]}" "${fields[dst]}" "${fields[proto]}" \
		"${fields[sport]}" "${fields[dport]}"
}

# like_flow VERSION PROTO [KEY=VALUE…]: sends ten packets of the flow of tuple_of in each direction, those of the client in frames
# with these values. Claims that all take the fast path.
like_flow() {
	begin
	frames client 10 "dmac=02:fb:00:00:01:01 size=100 $(tuple_of "$1" "$2" c2s)" "${@:3}"
	frames server 10 "dmac=02:fb:00:00:02:01 size=100 $(tuple_of "$1" "$2" s2c)"
	finish
	is hook "$2 packets of the flow itself on the fast path" = 20 "$(fast)"
	is nft "$2 packets of the flow itself on the slow path" = 0 "$(slow)"
	closes
}

# unlike VERSION PROTO WAY [KEY=VALUE…]: sends ten packets of the flow of tuple_of with other values of these keys, which must be
# forwarded. NODE=… sends them from another host than the end of the flow. unlike_lost: likewise, but nobody receives such frames.
unlike() {
	local node=client net=1 way=$3 words
	local -A nets=([client]=1 [server]=2 [other]=3)

	words=$(tuple_of "$@")
	[[ $way == c2s ]] || node=server
	[[ ${4:-} != NODE=* ]] || node=${4#*=}
	net=${nets[$node]}
	[[ ${4:-} != NODE=* ]] || set -- "${@:1:3}" "${@:5}"
	frames "$node" 10 "dmac=02:fb:00:00:0$net:01 size=100 $words" "${@:4}"
	fb_unlike["$way $words"]=$((${fb_unlike["$way $words"]:-0} + 10))
}

unlike_lost() {
	local way=$3

	unlike "$@"
	way+=" $(tuple_of "$@")"
	fb_unlike[$way]=$((fb_unlike[$way] - 10))
	fb_unlike_lost=$((fb_unlike_lost + 10))
}

# unlike_begin: begins to count what unlike and unlike_lost send. unlike_finish: claims that all that must be forwarded took the
# slow path and has arrived as it was sent, once, and that nothing else has.
unlike_begin() {
	local host

	fb_unlike=() fb_unlike_lost=0
	for host in client server; do
		watch at-$host $host eth0
	done
	begin
}

unlike_finish() {
	local way words one sent=0 arrived=0
	local -A host=([c2s]=server [s2c]=client)

	finish
	for one in "${!fb_unlike[@]}"; do
		read -r way words <<<"$one"
		sent=$((sent + fb_unlike[$one]))
		# shellcheck disable=SC2086 # words
		t seen at-${host[$way]} $words
		is wire "packets at the ${host[$way]}: $words" = "${fb_unlike[$one]}" "$(got n)"
	done
	for one in client server; do
		t seen at-$one proto=udp
		arrived=$((arrived + $(got n)))
		t seen at-$one proto=tcp
		arrived=$((arrived + $(got n)))
	done
	is wire "packets at both hosts" = $sent $arrived
	is hook "packets that differ on the fast path" = 0 "$(fast)"
	is hook "packets that differ and that the flowtable dropped" = 0 "$(fast_dropped)"
	is nft "packets that differ on the slow path" = $sent "$(slow)"
	is sum "packets that differ, received by in0, out0 and mid0" = $((sent + fb_unlike_lost)) \
		"$(d dev.in0.rx dev.out0.rx dev.mid0.rx)"
}

# flowtable_of VERSION PROTO [KEY=VALUE…]: like flowtable, with a rule that adds the flow of tuple_of and no other one
flowtable_of() {
	local family

	family=$(family_of "$1")
	flowtable "$family" match="ct state established meta l4proto $2 ct original $family saddr $(client_of "$1") \
		ct original $family daddr $(server_of "$1") ct original proto-src 4000 ct original proto-dst 5000" "${@:3}"
}

# an_offloaded VERSION PROTO [KEY=VALUE…]: makes an offloaded flow between the ports 4000 and 5000. Hosts then drop all input, so
# that each packet is the check's. Claims that the flow's own packets take the fast path, in frames with these values.
an_offloaded() {
	connect a "$2" "$(server_of "$1")" 5000 sport=4000
	is ct "offloaded $2 connections" = 1 "$(offloaded "$2" dport=5000)"
	deaf client server other
	like_flow "$@"
}

# other_protocol VERSION PROTO OTHER: the flow is of PROTO. Packets of the protocol OTHER have its addresses and ports.
other_protocol() {
	local way key=()

	[[ $3 != tcp ]] || key=(flags=S)
	flowtable_of "$1" "$2"
	an_offloaded "$1" "$2"
	unlike_begin
	for way in c2s s2c; do
		unlike "$1" "$3" $way "${key[@]}"
	done
	unlike_finish
	like_flow "$1" "$2"
}

# near ADDRESS: prints addresses that differ from that of a host in one byte of IPv4 each, or in one word of IPv6
near() {
	local net=${1#*0[.:]}

	if [[ $1 == *:* ]]; then
		net=${1#fd00:} net=${net%%:*}
		printf '%s ' "fd01:$net::2" "fd00:1$net::2" "fd00:$net:1::2" "fd00:$net:0:1::2" "fd00:$net:0:0:1::2" \
			"fd00:$net::1:0:2" "fd00:$net::1:2" "fd00:$net::3"
	else
		net=${1#10.0.} net=${net%%.*}
		printf '%s ' "11.0.$net.2" "10.1.$net.2" "10.0.1$net.2" "10.0.$net.3"
	fi
}

# other_address VERSION: packets of the same ports have another source address, or another destination address
other_address() {
	local end hop address way from to
	local -A host=([c]=$(client_of "$1") [s]=$(server_of "$1"))

	for end in c s; do
		for address in $(near "${host[$end]}"); do
			must ip_ gw route add "$address" via "${host[$end]}"
		done
	done
	flowtable_of "$1" udp
	an_offloaded "$1" udp
	unlike_begin
	for way in c2s s2c; do
		from=${way%2*} to=${way#*2}
		for address in $(near "${host[$from]}"); do
			unlike "$1" udp $way src="$address"
		done
		for address in $(near "${host[$to]}"); do
			unlike "$1" udp $way dst="$address"
		done
	done
	unlike_finish
	like_flow "$1" udp
}

# other_port VERSION: packets differ in one bit of either byte of a port, or have the two ports the other way round
other_port() {
	local way sport dport

	flowtable_of "$1" udp
	an_offloaded "$1" udp
	unlike_begin
	for way in 'c2s 4000 5000' 's2c 5000 4000'; do
		read -r way sport dport <<<"$way"
		unlike "$1" udp "$way" sport=$((sport ^ 1))
		unlike "$1" udp "$way" sport=$((sport ^ 256))
		unlike "$1" udp "$way" dport=$((dport ^ 1))
		unlike "$1" udp "$way" dport=$((dport ^ 256))
		unlike "$1" udp "$way" sport="$dport" dport="$sport"
	done
	unlike_finish
	like_flow "$1" udp
}

# other_device VERSION: packets with the flow's tuple come in by the device of the other direction, or by a third one. All three
# are in the flowtable's list.
other_device() {
	flowtable_of "$1" udp devices='in0, out0, mid0'
	an_offloaded "$1" udp
	unlike_begin
	unlike "$1" udp c2s NODE=server
	unlike "$1" udp c2s NODE=other
	unlike "$1" udp s2c NODE=client
	unlike "$1" udp s2c NODE=other
	unlike_finish
	like_flow "$1" udp
}

# other_tags VERSION vlan|qinq|pppoe|none: packets of a flow behind this leg have another tag, another type of tag, one tag more
# or less, or another session; those of a flow without any of it have one
other_tags() {
	local way frame=() wrong=()

	case $2 in
	vlan) frame=(vlan=10) wrong=('vlan=11' 'vlan=266' 'vlan=10 tpid=0x88a8' 'vlan=10,20' 'vlan=20,10') ;;
	qinq)
		frame=('vlan=10,20' 'tpid=0x88a8')
		wrong=('vlan=10,21 tpid=0x88a8' 'vlan=11,20 tpid=0x88a8' 'vlan=10,20' 'vlan=20,10 tpid=0x88a8' 'vlan=20 tpid=0x88a8')
		;;
	pppoe) frame=(pppoe=7) wrong=('pppoe=8' 'pppoe=263' 'pppoe=7 vlan=10') ;;
	none) wrong=('vlan=10' 'vlan=10 tpid=0x88a8' 'vlan=10,20' 'pppoe=7') ;;
	esac
	[[ $2 == none ]] || "${2}_leg"
	flowtable inet
	an_offloaded "$1" udp "${frame[@]}"
	unlike_begin
	# The device below the leg forwards what has no tag.
	[[ $2 == none ]] || unlike "$1" udp c2s
	[[ $2 != qinq ]] || unlike "$1" udp c2s vlan=10 tpid=0x88a8
	for way in "${wrong[@]}"; do
		# shellcheck disable=SC2086 # words
		unlike_lost "$1" udp c2s $way
		# shellcheck disable=SC2086
		[[ $2 != none ]] || unlike_lost "$1" udp s2c $way
	done
	unlike_finish
	like_flow "$1" udp "${frame[@]}"
}
