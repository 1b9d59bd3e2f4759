# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for what the fast path skips: rules of the forward chain, and qdiscs and filters at the way out.

# two_flows VERSION RULE: opens UDP flow a to port 5000, which is offloaded, and UDP flow b to port 6000, which is not.
# RULE is the first rule of the forward chain.
two_flows() {
	local server

	server=$(server_of "$1")
	flowtable "$(family_of "$1")" before="$2" match='ct state established udp dport 5000'
	connect a udp "$server" 5000 sport=4000
	connect b udp "$server" 6000 sport=4000
	is ct "offloaded connections to port 5000" = 1 "$(offloaded udp dport=5000)"
	is ct "offloaded connections to port 6000" = 0 "$(offloaded udp dport=6000)"
}

# send_fifty NAME: sends 50 datagrams to the server; claims that all arrive
send_fifty() {
	t send "$1" c2s 50 size=400
	is bytes "datagrams of flow $1 that arrived, of 50" = 50 "$(got got)"
}

# fifty_each: sends 50 datagrams of each flow of two_flows to the server; claims that flow a takes the fast path and flow b the slow one
fifty_each() {
	begin
	send_fifty a
	send_fifty b
	finish
	is hook "packets on the fast path" = 50 "$(fast)"
	is nft "packets on the slow path" = 50 "$(slow)"
	closes
}

# marked_at_server PORT TOS: claims that 50 packets reached the server at this port with this DSCP, as the byte TOS
marked_at_server() {
	t seen at-server dport="$1" tos="$2"
	is wire "packets at the server, port $1, with the byte TOS $2" = 50 "$(got n)"
}

# dscp_skipped VERSION: claims that a rule that sets DSCP changes the packets of the slow path only
dscp_skipped() {
	two_flows "$1" "$(family_of "$1") dscp set cs1"
	watch at-server server eth0
	fifty_each
	marked_at_server 5000 0
	marked_at_server 6000 32
}

# ctinfo_sets TOS: claims that ctinfo at the way out sets DSCP, as the byte TOS, of the offloaded flow of two_flows; and that it
# sets that of the other flow
ctinfo_sets() {
	two_flows 4 'ct mark set 8'
	must in_ gw tc qdisc add dev out0 clsact
	must in_ gw tc filter add dev out0 egress protocol ip matchall action ctinfo dscp 0x3f
	watch at-server server eth0
	fifty_each
	marked_at_server 5000 "$1"
	marked_at_server 6000 32
}

# bands: gives the way to the server three queues. A packet of priority 0 without a mark leaves through the second one.
bands() {
	must in_ gw tc qdisc replace dev out0 root handle 1: prio bands 3
}

# band N: prints how many packets left through the Nth queue
band() {
	in_ gw tc -s class show dev out0 | awk -v class="1:$1" '$1 == "class" { on = $3 == class } on && $1 == "Sent" { print $4; exit }'
}

# left_through N N: claims through which queue the packets of flow a left, and those of flow b
left_through() {
	local n counted=([1]=0 [2]=0 [3]=0) wanted=([1]=0 [2]=0 [3]=0)

	for n in 1 2 3; do counted[n]=$(band $n); done
	"${@:3}"
	((wanted[$1] += 50, wanted[$2] += 50)) || true
	for n in 1 2 3; do
		is qdisc "packets that left through queue $n" = "${wanted[n]}" "$(($(band $n) - counted[n]))"
	done
}

# ct_side COUNTER original|reply: prints "packets" or "bytes" of one direction of the only UDP connection
ct_side() {
	local field=1

	[[ $2 == original ]] || field=2
	in_ gw conntrack -L -p udp 2>/dev/null | grep -o "$1=[0-9]*" | sed -n "$field{s/.*=//p}"
}

# counted VERSION: claims that a flowtable with counter counts packets and bytes of each direction in the connection.
# A packet has the length of its IP packet.
counted() {
	local way side number size header=28
	local -A packets bytes

	[[ $1 == 4 ]] || header=48
	flowtable "$(family_of "$1")" options=counter
	must in_ gw bash -c 'echo 1 >/proc/sys/net/netfilter/nf_conntrack_acct'
	connect a udp "$(server_of "$1")" 5000
	for side in original reply; do
		packets[$side]=$(ct_side packets $side) bytes[$side]=$(ct_side bytes $side)
	done
	begin
	t send a c2s 50 size=400
	t send a s2c 30 size=200
	finish
	is hook "packets on the fast path" = 80 "$(fast)"
	is nft "packets on the slow path" = 0 "$(slow)"
	closes
	for way in 'original 50 400' 'reply 30 200'; do
		read -r side number size <<<"$way"
		is ct "packets added, direction $side" = "$number" "$(($(ct_side packets "$side") - packets[$side]))"
		is ct "bytes added, direction $side" = $((number * (size + header))) "$(($(ct_side bytes "$side") - bytes[$side]))"
	done
}

# through_fq VERSION: claims that fq at both ways out holds no packet while a program has asked for receive time stamps
through_fq() {
	local dev pid stamper=10.0.3.1

	[[ $1 == 4 ]] || stamper=fd00:3::1
	flowtable "$(family_of "$1")"
	connect a udp "$(server_of "$1")" 5000
	for dev in in0 out0; do
		must in_ gw tc qdisc replace dev $dev root fq
	done
	# ping asks for the receive time of its packets, which makes the kernel stamp every packet that it receives.
	in_ other ping -q -i 60 "$stamper" >/dev/null 2>&1 &
	pid=$!
	until_ 5 ping_stamps "$stamper" || true
	taken a udp
	for dev in in0 out0; do
		is qdisc "packets that fq dropped at $dev" = 0 "$(fq_dropped $dev)"
		is qdisc "packets that fq let through at $dev" '>=' 50 "$(fq_sent $dev)"
	done
	kill "$pid"
}

# ping_stamps ADDRESS: returns true once the ping of through_fq has sent its first packet, after which packets are stamped
ping_stamps() {
	[[ $(tracked "dst=$1") != 0 ]]
}

fq_dropped() {
	in_ gw tc -s qdisc show dev "$1" | sed -n 's/.*(dropped \([0-9]*\),.*/\1/p;T;q'
}

fq_sent() {
	in_ gw tc -s qdisc show dev "$1" | sed -n 's/.*Sent [0-9]* bytes \([0-9]*\) pkt.*/\1/p;T;q'
}
