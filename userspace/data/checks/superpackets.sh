# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions about superpackets: packets longer than the MTU, which GSO leaves whole or GRO has merged.

merged_by_gro=''

# on_a_wire [FEATURE…]: hosts segment their superpackets before they send them, and complete all checksums. The gateway merges
# them by GRO, with these features of its devices as well, and segments them before it sends them.
on_a_wire() {
	local dev feature

	for dev in client server; do
		must in_ $dev ethtool -K eth0 tx off tso off tx-udp-segmentation off gso on gro off
	done
	for dev in in0 out0; do
		must in_ gw ethtool -K $dev gro on tso off tx-udp-segmentation off
		# 5.10 has no such feature on veth.
		in_ gw ethtool -K $dev tx-gso-list off
		for feature; do
			must in_ gw ethtool -K $dev "$feature" on
		done
	done
	merged_by_gro=${1:-frags}
}

# count_ingress DEV LONGEST: counts the packets that come to the flowtable's hook of a gateway's device, and those that are
# longer than LONGEST bytes. A VLAN tag beside the packet does not count.
count_ingress() {
	rules <<-NFT
		table netdev fb_$1 {
			counter $1_all { }
			counter $1_super { }
			chain ingress {
				type filter hook ingress device $1 priority -10; policy accept;
				counter name $1_all
				meta length > $2 counter name $1_super
			}
		}
	NFT
}

# payload DEV HEADER VERSION: prints the TCP payload that came to the hook of the device: bytes less what headers have.
# HEADER: bytes before the IP header. TCP's header has 32 bytes, with its time stamps.
payload() {
	local headers=$(($2 + ($3 == 4 ? 20 : 40) + 32))

	printf '%d' $(($(d "nft.$1_all.bytes") - headers * $(d "nft.$1_all")))
}

# transfer WAY BYTES: sends bytes of the connection tcp. Claims that all arrive, and that the ends count the same segments.
transfer() {
	local sent

	t send tcp "$1" "$2" timeout=200000
	is bytes "bytes that arrived $1, of $2" = "$2" "$(got bytes)"
	is end "segments sent twice $1" = 0 "$(got resent)"
	sent=$(got segs)
	is end "segments that arrived $1, of those sent" = "$sent" "$(got got)"
}

# resend_late: hosts send TCP segments again when one is missing, but by their timers only after 20 s. A slow kernel takes
# longer to forward 1 MB than TCP waits for an answer. Call it before the connection is made.
resend_late() {
	local node version routes route

	for node in client server; do
		must in_ $node sysctl -qw net.ipv4.tcp_early_retrans=0
		for version in -4 -6; do
			mapfile -t routes < <(ip_ $node $version route show default)
			for route in "${routes[@]}"; do
				# shellcheck disable=SC2086 # its words
				must ip_ $node $version route change ${route%% rto_min *} rto_min 20s
			done
		done
	done
}

# to PROTO ADDRESS[=LISTEN] PORT: connects to the address; the server listens on LISTEN
to() {
	local listen=${2#*=}

	[[ $listen != *:* ]] || listen="[$listen]"
	[[ $1 != tcp ]] || resend_late
	connect "$1" "$1" "${2%=*}" "$3" "listen=$listen:$3"
	is ct "offloaded $1 connections" = 1 "$(offloaded "$1" dport="$3")"
}

# all_fast: claims that no packet took the slow path but those of ESP, and that the sums close. A device counts the packets
# before GRO, so merged ones close only at the flowtable's hook.
all_fast() {
	is nft "packets on the slow path that are not ESP" = 0 $(($(slow) - $(encrypted)))
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
	is sum "fast + slow + dropped = packets that came to the hook of in0 and out0" = \
		"$(d nft.in0_all nft.out0_all)" "$(($(fast) + $(slow) + $(fast_dropped)))"
	[[ -n $merged_by_gro ]] || closes
}

# superpackets_of_tcp VERSION ADDRESS[=LISTEN] BYTES [DEV=HEADER…]: sends BYTES of TCP in each direction. Claims that they
# arrive whole on the fast path; and for each device, that superpackets came to its hook, with all of the payload.
superpackets_of_tcp() {
	local version=$1 address=$2 bytes=$3 at dev
	shift 3

	to tcp "$address" 5000
	# A tunnel has a smaller MTU, which TCP must learn first.
	t send tcp c2s 50000
	begin
	transfer c2s "$bytes"
	transfer s2c "$bytes"
	finish
	is hook "packets on the fast path" '>=' $((2 * bytes / 65535)) "$(fast)"
	for at; do
		dev=${at%=*}
		is nft "superpackets that came to the flowtable's hook of $dev" '>=' $((bytes / 65535)) "$(d "nft.${dev}_super")"
		is sum "TCP payload that came to the hook of $dev" = "$bytes" "$(payload "$dev" "${at#*=}" "$version")"
	done
	all_fast
}

# superpackets_of_udp ADDRESS[=LISTEN] [DEV=HEADER…]: sends 4000 datagrams in each direction, 40 in one superpacket if the
# device to which they come is named. Claims that all arrive, on the fast path, where a superpacket is one packet.
superpackets_of_udp() {
	local way dev gso packets=0

	# 10154dbded6d: before, a socket sent superpackets only through a device that completes checksums.
	if [[ $merged_by_gro ]] && kernel_before 6.11; then
		for dev in client server; do
			must in_ $dev ethtool -K eth0 tx on tso off tx-udp-segmentation off
		done
	fi
	to udp "$1" 5001
	begin
	for way in c2s s2c; do
		[[ $way == c2s ]] && dev=in0 || dev=out0
		[[ " ${*:2}" == *" $dev="* ]] && gso=40 || gso=1
		packets=$((packets + 4000 / gso))
		t send udp $way 4000 size=1300 gso=$gso
		is bytes "datagrams that arrived $way, of 4000" = 4000 "$(got got)"
		is bytes "changed datagrams $way" = 0 "$(got bad)"
	done
	finish
	# GRO does not merge datagrams, unless it is asked to.
	[[ $merged_by_gro != frags ]] || packets=8000
	# veth of 5.10 has no UDP segmentation: the host's kernel segments before veth.
	[[ $merged_by_gro || $(in_ client ethtool -k eth0) == *'tx-udp-segmentation: on'* ]] || packets=8000
	is hook "packets of UDP on the fast path, a superpacket as one" = $packets "$(fast)"
	all_fast
}

# whole_superpackets VERSION ADDRESS[=LISTEN] [DEV=HEADER…]: claims that TCP and UDP arrive whole, on the fast path.
# Superpackets come to the hook of the devices that are named; HEADER is the number of bytes before the IP header there.
whole_superpackets() {
	local dev

	for dev in in0 out0; do
		count_ingress $dev 1500
	done
	superpackets_of_tcp "$1" "$2" 67108864 "${@:3}"
	superpackets_of_udp "${@:2}"
}

# whole_nat VERSION: likewise, with source and destination NAT
whole_nat() {
	local family=ip from=10.0.8.8 server=10.0.2.2 to=10.0.9.9

	[[ $1 == 4 ]] || family=ip6 from=fd00:8::8 server=fd00:2::2 to='[fd00:9::9]'
	flowtable $family
	rules <<-NFT
		table $family nat {
			chain pre {
				type nat hook prerouting priority -100; policy accept;
				$family daddr $from dnat to $server
			}
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 meta l4proto { tcp, udp } snat to $to:6000-6999
			}
		}
	NFT
	whole_superpackets "$1" $from=$server in0=0 out0=0
	completed_after_nat
}

# completed_after_nat: the gateway itself completes the checksums that hosts leave to their devices, after NAT, which must
# have translated what is in their place. Sends 1 MB of the connection tcp in each direction; claims that it arrives.
completed_after_nat() {
	local dev

	for dev in in0 out0; do
		must in_ gw ethtool -K $dev tx off
	done
	begin
	transfer c2s 1000000
	transfer s2c 1000000
	finish
	is hook "packets on the fast path, whose checksums the gateway completes" '>=' 32 "$(fast)"
	all_fast
}

# wide_segments: gives the client's leg and the server's end an MTU of 9000. Only the gateway's way out keeps 1500.
wide_segments() {
	must ip_ client link set eth0 mtu 9000
	must ip_ gw link set in0 mtu 9000
	must ip_ server link set eth0 mtu 9000
	resend_late
}

# superpackets_too_wide VERSION: sends 1 MB in superpackets whose segments are larger than the outgoing MTU. Claims that the
# first take the slow path, which answers with an ICMP error, and that all bytes arrive; and that the fast path takes the next MB.
superpackets_too_wide() {
	local icmp=icmp

	[[ $1 == 4 ]] || icmp=58
	wide_segments
	flowtable "$(family_of "$1")"
	t tcp tcp client server "$(server_of "$1")" 5000
	t send tcp s2c 1000
	t send tcp c2s 100
	is ct "offloaded connections" = 1 "$(offloaded tcp dport=5000)"
	watch at-client client eth0
	begin
	t send tcp c2s 1000000
	is bytes "bytes that arrived, of 1000000" = 1000000 "$(got bytes)"
	finish
	is nft "packets on the slow path, too wide" '>=' 1 "$(slow)"
	t seen at-client proto=$icmp
	is wire "ICMP errors at the client" '>=' 1 "$(got n)"
	closes
	begin
	transfer c2s 1000000
	finish
	is hook "packets on the fast path, after the error" '>=' $((1000000 / 65535)) "$(fast)"
	is nft "packets on the slow path, after the error" = 0 "$(slow)"
	closes
}
