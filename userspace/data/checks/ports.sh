# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for a client that moves from one port of the gateway's bridge to another one.

# two_ports: makes in0 and in1 ports of the bridge br0. The client is behind both of them, with one MAC address, and uses in0.
two_ports() {
	must ip_ gw link add in1 type veth peer name eth1 address 02:fb:00:00:01:02 netns "$(ns client)"
	must ip_ client link set eth1 up
	must ip_ gw -batch - <<-BATCH
		link add br0 address 02:fb:00:00:01:01 type bridge
		link set in0 master br0
		link set in1 master br0
		link set in1 up
	BATCH
	move_leg eth0 br0
}

# roam: moves the client's addresses to eth1, behind in1. Its old link stays up, but frames to the client's MAC address
# are lost there.
roam() {
	must ip_ client -batch - <<-BATCH
		address flush dev eth0
		link set eth0 address 02:fb:00:00:01:77
		address add 10.0.1.2/24 dev eth1
		address add fd00:1::2/64 dev eth1 nodad
		neighbour replace 10.0.1.1 lladdr 02:fb:00:00:01:01 dev eth1 nud permanent
		neighbour replace fd00:1::1 lladdr 02:fb:00:00:01:01 dev eth1 nud permanent router
		route replace default via 10.0.1.1
		route replace default via fd00:1::1
	BATCH
}

# roamed VERSION DEVICES: makes an offloaded flow of a client behind the bridge, and moves the client to the other port. The
# client's next packet tells the bridge.
roamed() {
	two_ports
	flowtable inet devices="$2"
	connect a udp "$(server_of "$1")" 5000
	roam
	t send a c2s 1 size=100
	is bytes "datagrams that arrived c2s, from the new port" = 1 "$(got got)"
	is ip "ports at which the bridge knows the client: in1" = 1 \
		"$(in_ gw bridge fdb show dev in1 | grep -c '^02:fb:00:00:01:02 .*br0')"
	watch old gw in0 out=1
	watch new client eth1
}

# reached VERSION: sends 20 datagrams to the client; claims that all of them go to its new port
reached() {
	t clear old
	t clear new
	begin
	t send a s2c 20 size=100
	is bytes "datagrams that arrived s2c" = 20 "$(got got)"
	finish
	t seen new dst="$(client_of "$1")"
	is wire "packets at the client's new port" = 20 "$(got n)"
	t seen old dst="$(client_of "$1")"
	is wire "packets sent to the client's old port" = 0 "$(got n)"
	closes br0 out0
}

# short_timeout: makes an idle UDP flow leave the flowtable after 2 s. A flow that is there has its old timeout until its next
# packet.
short_timeout() {
	must in_ gw sysctl -qw net.netfilter.nf_flowtable_udp_timeout=2
}

# let_expire: lets the flow of a client that has roamed be idle until it leaves the flowtable. The datagram gives the flow
# its short timeout, and goes to the old port.
let_expire() {
	short_timeout
	t send a s2c 1 size=100 wait=50
	let_go 10
}

# follows VERSION: claims that the flow of a client that roams reaches it at once, and also after three timeouts during which
# the server sends on
follows() {
	local arrived=0

	roamed "$1" 'in0, in1, out0'
	short_timeout
	reached "$1"
	for _ in {1..12}; do
		read -r -t 0.5 <> <(:) || true
		t send a s2c 1 size=100 wait=50
		arrived=$((arrived + $(got got)))
	done
	is bytes "datagrams that arrived s2c, one every half second for three timeouts" = 12 "$arrived"
}

# follows_after VERSION COMMAND…: runs a command that ends the flow of a client that has roamed. Claims that the flow then
# reaches the client, and is offloaded to the new port.
follows_after() {
	roamed "$1" 'in0, in1, out0'
	must "${@:2}"
	reached "$1"
	warm a udp
	until_ 5 one_is_fast a udp s2c || true
	begin
	both_ways a udp
	finish
	is hook "packets on the fast path, later" = 100 "$(fast)"
}

# follows_bridge VERSION: like follows, with the bridge in the flowtable in place of its ports
follows_bridge() {
	roamed "$1" 'br0, out0'
	reached "$1"
	warm a udp
	begin
	both_ways a udp
	finish
	if kernel_before 7.2; then
		is hook "packets on the fast path" = 100 "$(fast)"
	else
		is hook "packets on the fast path" = 0 "$(fast)"
		is ct "offloaded connections" = 0 "$(offloaded udp dport=5000)"
	fi
}
