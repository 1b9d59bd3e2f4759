# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for gateways with two uplinks and policy routing: out0 leads to the server directly, mid0 through other.

# two_uplinks VERSION: makes mid0 a second uplink to the addresses behind the server. Table 100 leads there through it,
# and packets with mark 1 use that table. What leaves through an uplink has the uplink's own address.
two_uplinks() {
	local family=ip via=10.0.3.2 lan=10.0.1.0/24 back=10.0.3.0/24 router=10.0.4.1

	behind_host server
	second_way server
	[[ $1 == 4 ]] || family=ip6 via=fd00:3::2 lan=fd00:1::/64 back=fd00:3::/64 router=fd00:4::1
	must ip_ server "-$1" route add $back via $router
	must ip_ gw "-$1" route add default via $via dev mid0 table 100
	must ip_ gw "-$1" route add $lan dev in0 table 100
	must ip_ gw "-$1" rule add fwmark 1 lookup 100
	rules <<-NFT
		table $family nat {
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname { out0, mid0 } masquerade
			}
		}
	NFT
}

# marks FAMILY RULE…: loads rules that mark packets before they are routed
marks() {
	local family=$1
	shift

	rules <<-NFT
		table $family marks {
			chain pre {
				type filter hook prerouting priority -150; policy accept;
				$(printf '%s\n' "$@")
			}
		}
	NFT
}

# marked_both_ways: prints rules that keep the mark of port 5001 in conntrack, so that both directions have it
marked_both_ways() {
	printf '%s\n' 'meta mark set ct mark' 'iifname in0 udp dport 5001 ct mark set 1 meta mark set 1' \
		'iifname in0 tcp dport 5001 ct mark set 1 meta mark set 1'
}

# through_uplink VERSION PORT DEV SOURCE: claims that UDP and TCP to this port take the fast path in both directions,
# and leave through this uplink with its address
through_uplink() {
	local proto

	for proto in udp tcp; do
		watch out gw "$3" out=1
		if ! try $proto "$proto$2" client server "$(far_of "$1")" "$2"; then
			is end "$proto connections to port $2" = 1 0
			return
		fi
		warm "$proto$2" $proto
		is ct "offloaded $proto connections to port $2" = 1 "$(offloaded $proto dport="$2")"
		taken "$proto$2" $proto
		t seen out dst="$(far_of "$1")" proto=$proto dport="$2" src="$4"
		is wire "$proto packets to port $2 sent through $3, from its address" '>=' 50 "$(got n)"
	done
}

# by_mark VERSION: claims that of two flows, the marked one takes the second uplink and the other one the first
by_mark() {
	local first=10.0.2.1 second=10.0.3.1

	[[ $1 == 4 ]] || first=fd00:2::1 second=fd00:3::1
	two_uplinks "$1"
	marks "$(family_of "$1")" "$(marked_both_ways)"
	flowtable "$(family_of "$1")" devices='in0, out0, mid0'
	through_uplink "$1" 5000 out0 $first
	through_uplink "$1" 5001 mid0 $second
}

# marked_one_way VERSION MATCH: only packets from the client are marked. MATCH says which packets add the flow. Claims
# that all packets of a UDP flow arrive through the second uplink.
marked_one_way() {
	two_uplinks "$1"
	marks "$(family_of "$1")" 'iifname in0 udp dport 5001 meta mark set 1'
	flowtable "$(family_of "$1")" devices='in0, out0, mid0' match="$2"
	watch at-other other eth0
	connect a udp "$(far_of "$1")" 5001
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5001)"
	t clear at-other
	begin
	t send a c2s 20 size=100
	is bytes "datagrams that arrived c2s" = 20 "$(got got)"
	t send a s2c 20 size=100
	is bytes "datagrams that arrived s2c" = 20 "$(got got)"
	finish
	closes
	is hook "packets on the fast path" = 40 "$(fast)"
	t seen at-other dst="$(far_of "$1")" dmac=02:fb:00:00:03:02
	is wire "packets to the second uplink's router" = 20 "$(got n)"
}

# reply_through_uplink VERSION PROTO: opens a connection from behind the second uplink to the client. Claims that the
# replies return through that uplink, although the main table leads through the first one.
reply_through_uplink() {
	local address=10.0.1.2 lan=10.0.1.0/24 router=10.0.4.1 far

	far=$(far_of "$1")
	[[ $1 == 4 ]] || address=fd00:1::2 lan=fd00:1::/64 router=fd00:4::1
	two_uplinks "$1"
	must in_ gw nft flush ruleset
	must in_ gw nft -f "$FB_TOP/netns-lab/topologies/router/count.nft"
	must ip_ server "-$1" route add $lan via $router
	marks "$(family_of "$1")" 'meta mark set ct mark' 'iifname mid0 ct state new ct mark set 1 meta mark set 1'
	flowtable "$(family_of "$1")" devices='in0, out0, mid0'
	watch back other eth0
	watch wrong gw out0 out=1
	t "$2" a server client $address 5000 src="$far"
	warm a "$2"
	is ct "offloaded connections" = 1 "$(offloaded "$2" dport=5000)"
	taken a "$2"
	t seen back dst="$far" dmac=02:fb:00:00:03:02 proto="$2"
	is wire "replies to the router of the second uplink" '>=' 50 "$(got n)"
	t seen wrong dst="$far"
	is wire "replies through the first uplink" = 0 "$(got n)"
}

# rule_changed VERSION: adds a rule of policy routing under an offloaded flow, and removes it again. Claims that all
# packets follow the rules at once, and that the flow returns to the flowtable.
rule_changed() {
	local far from=10.0.1.2

	far=$(far_of "$1")
	[[ $1 == 4 ]] || from=fd00:1::2
	two_uplinks "$1"
	must in_ gw nft flush ruleset
	must in_ gw nft -f "$FB_TOP/netns-lab/topologies/router/count.nft"
	flowtable "$(family_of "$1")" devices='in0, out0, mid0'
	connect a udp "$far" 5000
	taken a udp
	watch first gw out0 out=1
	watch second server eth1
	must ip_ gw "-$1" rule add from $from lookup 100
	rule_followed second first "$far"
	until_ 5 one_is_fast a udp c2s || true
	begin
	sends a udp c2s
	finish
	is hook "packets c2s on the fast path, later" '>=' 20 "$(fast)"
	must ip_ gw "-$1" rule del from $from lookup 100
	t clear first
	t clear second
	rule_followed first second "$far"
	until_ 5 one_is_fast a udp c2s || true
	taken a udp
}

# rule_followed NEW OLD DST: sends 20 packets; claims that all of them are seen by the watch NEW, and none by OLD
rule_followed() {
	begin
	sends a udp c2s
	finish
	closes
	t seen "$1" dst="$3"
	is wire "packets through the new uplink" = 20 "$(got n)"
	t seen "$2" dst="$3"
	is wire "packets through the old uplink" = 0 "$(got n)"
}

# rule_changed_masquerade VERSION: adds a rule under an offloaded flow behind masquerade, which then leaves through the
# other uplink. Claims that no packet leaves through one uplink with the address of the other one.
rule_changed_masquerade() {
	local first=10.0.2.1 second=10.0.3.1 from=10.0.1.2 far send=from_client

	far=$(far_of "$1")
	[[ $1 == 4 ]] || first=fd00:2::1 second=fd00:3::1 from=fd00:1::2 send=from_client6
	two_uplinks "$1"
	flowtable "$(family_of "$1")" devices='in0, out0, mid0'
	connect a udp "$far" 5000 sport=4000
	taken a udp
	deaf client server
	watch first gw out0 out=1
	watch second gw mid0 out=1
	must ip_ gw "-$1" rule add from $from lookup 100
	begin
	$send 20 dst="$far"
	finish
	closes
	t seen second dst="$far" src=$second
	is wire "packets through the new uplink, from its address" = 19 "$(got n)"
	t seen second dst="$far"
	is wire "packets through the new uplink" = 19 "$(got n)"
	t seen first dst="$far"
	is wire "packets through the old uplink" = 0 "$(got n)"
	# The connection ends with the first packet that leaves through another device; the next one begins anew.
	is nft "packets on the slow path" = 20 "$(slow)"
	t ct gw udp dport=5000 dst=$second
	is ct "connections translated to the new uplink's address" = 1 "$(got n)"
}

# narrow_behind VERSION: a router behind the gateway has an MTU of 1300. Claims that its ICMP error reaches the client through
# masquerade, that all data of the offloaded TCP flow arrives, and that the flow stays in the flowtable.
narrow_behind() {
	local far icmp=(proto=icmp type=3 code=4) net

	far=$(far_of "$1")
	[[ $1 == 4 ]] && net=10.0.8.0/24 || net=fd00:8::/64
	[[ $1 == 4 ]] || icmp=(proto=58 type=2)
	two_uplinks "$1"
	must ip_ gw route replace $net via "$(hop_of "$1" 3)"
	must ip_ other link set eth1 mtu 1300
	flowtable "$(family_of "$1")" devices='in0, out0, mid0'
	connect a tcp "$far" 5000
	watch at-client client eth0
	begin
	sends a tcp c2s
	finish
	closes
	t seen at-client "${icmp[@]}" csum=ok
	is wire "ICMP errors at the client" '>=' 1 "$(got n)"
	is ct "offloaded connections" = 1 "$(offloaded tcp dport=5000)"
	is hook "packets on the fast path" '>=' 16 "$(fast)"
}
