# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What checks send: flows and single packets, with the claims that go with them.

# --- single packets --------------------------------------------------------------

# frames NODE COUNT "KEY=VALUE…" KEY=VALUE…: packets out of a host. A later key stands in for the same key
# before; one without a value is left out.
frames() {
	local node=$1 count=$2 word line=''
	local -A fields=()

	# shellcheck disable=SC2086 # words
	for word in $3 "${@:4}"; do
		fields[${word%%=*}]=${word#*=}
	done
	[[ -z ${fields[payload]:-} ]] || fields[size]=''
	for word in "${!fields[@]}"; do
		[[ -z ${fields[$word]} ]] || line+=" $word=${fields[$word]}"
	done
	t packet "$node" eth0 "$count$line"
}

# from_client COUNT KEY=VALUE…: to the server's port 5000, unless told otherwise; from_server: the way back
from_client() {
	frames client "$1" 'dmac=02:fb:00:00:01:01 src=10.0.1.2 dst=10.0.2.2 proto=udp sport=4000 dport=5000 size=100' "${@:2}"
}

from_client6() {
	frames client "$1" 'dmac=02:fb:00:00:01:01 src=fd00:1::2 dst=fd00:2::2 proto=udp sport=4000 dport=5000 size=100' "${@:2}"
}

from_server() {
	frames server "$1" 'dmac=02:fb:00:00:02:01 src=10.0.2.2 dst=10.0.1.2 proto=udp sport=5000 dport=4000 size=100' "${@:2}"
}

from_server6() {
	frames server "$1" 'dmac=02:fb:00:00:02:01 src=fd00:2::2 dst=fd00:1::2 proto=udp sport=5000 dport=4000 size=100' "${@:2}"
}

from_other() {
	frames other "$1" 'dmac=02:fb:00:00:03:01 src=10.0.3.2 dst=10.0.2.2 proto=udp sport=4000 dport=5000 size=100' "${@:2}"
}

# deaf NODE…: hosts that do not answer, so that every packet is one of ours
deaf() {
	local node

	for node in "$@"; do
		must in_ "$node" nft add table inet deaf
		must in_ "$node" nft add chain inet deaf input '{ type filter hook input priority 0; policy drop; }'
	done
}

# an_offloaded_flow VERSION: UDP between the ports 4000 and 5000
an_offloaded_flow() {
	local address=10.0.2.2 family=ip

	[[ $1 == 4 ]] || address=fd00:2::2 family=ip6
	flowtable $family
	connect a udp $address 5000 sport=4000
	is ct "connections that are offloaded" = 1 "$(offloaded udp dport=5000)"
	taken a udp
}

# none_offloaded: has the flowtable let go of every connection?
none_offloaded() {
	[[ $(offloaded) == 0 ]]
}

# let_go SECONDS: within them the flowtable lets go of all
let_go() {
	until_ "$1" none_offloaded || true
	is ct "connections that are offloaded, $1 s later at most" = 0 "$(offloaded)"
}

# all_slow N: each of N packets took the slow path
all_slow() {
	is hook "packets of the fast path" = 0 "$(fast)"
	is nft "packets of the slow path" = "$1" "$(slow)"
	closes
}

# --- flows ------------------------------------------------------------------------

# connect NAME PROTO ADDRESS PORT [KEY=VALUE…]: from client to server, with the few packets each way that
# get it into the flowtable
connect() {
	t "$2" "$1" client server "${@:3}"
	warm "$1" "$2"
}

# warm NAME PROTO
warm() {
	if [[ $2 == tcp ]]; then
		t send "$1" c2s 1000
		t send "$1" s2c 1000
	else
		t send "$1" c2s 1 size=100
		t send "$1" s2c 1 size=100
		t send "$1" c2s 1 size=100
	fi
}

# both_ways NAME PROTO: 50 packets at least each way, whole. Between begin and finish.
both_ways() {
	local way sent arrived

	for way in c2s s2c; do
		if [[ $2 == tcp ]]; then
			sent=100000
			t send "$1" "$way" $sent
			arrived=$(got bytes)
		else
			sent=50
			t send "$1" "$way" $sent size=400
			arrived=$(got got)
			is bytes "datagrams of $way that were changed" = 0 "$(got bad)"
		fi
		is bytes "of $sent $([[ $2 == tcp ]] && echo bytes || echo datagrams) $way, arrived" = $sent "$arrived"
	done
}

# taken NAME PROTO: what is said both ways takes the fast path, all of it
taken() {
	begin
	both_ways "$@"
	finish
	is hook "packets of the fast path" '>=' 100 "$(fast)"
	is nft "packets of the slow path" = 0 "$(slow)"
	closes
}

# translated SOURCE ADDRESS PORT: TCP and UDP to ADDRESS and its port 5000 take the fast path; the server
# sees them from SOURCE, at PORT, the client is answered from ADDRESS, and each checksum is right
translated() {
	local proto seen listen=10.0.2.2

	[[ $2 != *:* ]] || listen='[fd00:2::2]'
	for proto in tcp udp; do
		connect "$proto" "$proto" "$2" 5000 "listen=$listen:$3"
		is ct "$proto connections that are offloaded" = 1 "$(offloaded "$proto" dport=5000)"
		watch at-server server eth0
		watch at-client client eth0
		taken "$proto" "$proto"
		t seen at-server proto="$proto" src="$1" dport="$3" csum=ok
		is wire "$proto packets at the server, from $1 and with good checksums" '>=' 50 "$(got n)"
		seen=$(got n)
		t seen at-server proto="$proto"
		is wire "$proto packets at the server" = "$seen" "$(got n)"
		t seen at-client proto="$proto" src="$2" sport=5000 csum=ok
		is wire "$proto packets at the client, from $2 and with good checksums" '>=' 50 "$(got n)"
	done
}

# kept NAME PROTO: all of it takes the slow path
kept() {
	begin
	both_ways "$@"
	finish
	is hook "packets of the fast path" = 0 "$(fast)"
	is nft "packets of the slow path" '>=' 100 "$(slow)"
	closes
}

# seconds_left PROTO: until conntrack forgets the one connection of a protocol
seconds_left() {
	in_ gw conntrack -L -p "$1" 2>/dev/null | awk '{ print $3; exit }'
}
