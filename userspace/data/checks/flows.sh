# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions that send flows and single packets, with the claims about them.

# --- single packets --------------------------------------------------------------

# frames NODE COUNT "KEY=VALUE…" KEY=VALUE…: sends packets from a host. A later key replaces the same earlier
# key. A key without a value is left out.
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

# from_client COUNT KEY=VALUE…: sends packets to the server's port 5000 by default. from_server: sends in the reply direction.
# from_client6, from_server6: likewise over IPv6. from_other: sends packets from the third host to the server.
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

# deaf NODE…: makes hosts drop all input, so that they answer nothing and every packet is the check's
deaf() {
	local node

	for node in "$@"; do
		must in_ "$node" nft add table inet deaf
		must in_ "$node" nft add chain inet deaf input '{ type filter hook input priority 0; policy drop; }'
	done
}

# an_offloaded_flow VERSION: makes an offloaded UDP flow between the ports 4000 and 5000
an_offloaded_flow() {
	local address=10.0.2.2 family=ip

	[[ $1 == 4 ]] || address=fd00:2::2 family=ip6
	flowtable $family
	connect a udp $address 5000 sport=4000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	taken a udp
}

# none_offloaded: returns true if no connection is offloaded
none_offloaded() {
	[[ $(offloaded) == 0 ]]
}

# let_go SECONDS: claims that all flows leave the flowtable within this time
let_go() {
	until_ "$1" none_offloaded || true
	is ct "offloaded connections, at most $1 s later" = 0 "$(offloaded)"
}

# no_flow_is_left: returns true if no flow holds a connection that is not in the table any more: the kernel counts it until
# the flow is freed
no_flow_is_left() {
	[[ $(in_ gw cat /proc/sys/net/netfilter/nf_conntrack_count) == "$(tracked)" ]]
}

# delete_connection WORD…: deletes connections (conntrack -D WORD…), and waits until the collector has freed their flows,
# which it does up to a second later
delete_connection() {
	must in_ gw conntrack -D "$@"
	must until_ 5 no_flow_is_left
}

# all_slow N: claims that N packets took the slow path, and none the fast path
all_slow() {
	is hook "packets on the fast path" = 0 "$(fast)"
	is nft "packets on the slow path" = "$1" "$(slow)"
	closes
}

# --- flows ------------------------------------------------------------------------

# connect NAME PROTO ADDRESS PORT [KEY=VALUE…]: opens a connection from client to server, and sends the few
# packets in each direction that offload it
connect() {
	t "$2" "$1" client server "${@:3}"
	warm "$1" "$2"
}

# warm NAME PROTO: sends a few packets in each direction, which offload the connection
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

# fewest PROTO: prints the fewest packets that both_ways sends. A superpacket of TCP has less than 65536 bytes.
fewest() {
	[[ $1 == tcp ]] && printf 32 || printf 100
}

# both_ways NAME PROTO: sends 1 MB of TCP or 50 datagrams in each direction; claims that all data arrives. Call it between
# begin and finish.
both_ways() {
	local way sent arrived

	for way in c2s s2c; do
		if [[ $2 == tcp ]]; then
			sent=1000000
			t send "$1" "$way" $sent
			arrived=$(got bytes)
		else
			sent=50
			t send "$1" "$way" $sent size=400
			arrived=$(got got)
			is bytes "changed datagrams $way" = 0 "$(got bad)"
		fi
		is bytes "$([[ $2 == tcp ]] && echo bytes || echo datagrams) that arrived $way, of $sent" = $sent "$arrived"
	done
}

# taken NAME PROTO: sends in both directions; claims that all packets take the fast path
taken() {
	begin
	both_ways "$@"
	finish
	is hook "packets on the fast path" '>=' "$(fewest "$2")" "$(fast)"
	is nft "packets on the slow path" = 0 "$(slow)"
	closes
}

# translated SOURCE ADDRESS PORT: sends TCP and UDP to ADDRESS, port 5000. Claims that they take the fast path, that
# the server receives them from SOURCE at PORT, that the client gets replies from ADDRESS, and that all checksums
# are correct.
translated() {
	local proto seen listen=10.0.2.2

	[[ $2 != *:* ]] || listen='[fd00:2::2]'
	single_packets 'a checksum is complete, as on a wire'
	for proto in tcp udp; do
		connect "$proto" "$proto" "$2" 5000 "listen=$listen:$3"
		is ct "offloaded $proto connections" = 1 "$(offloaded "$proto" dport=5000)"
		watch at-server server eth0
		watch at-client client eth0
		taken "$proto" "$proto"
		t seen at-server proto="$proto" src="$1" dport="$3" csum=ok
		is wire "$proto packets at the server, from $1 and with correct checksums" '>=' 50 "$(got n)"
		seen=$(got n)
		t seen at-server proto="$proto"
		is wire "$proto packets at the server" = "$seen" "$(got n)"
		t seen at-client proto="$proto" src="$2" sport=5000 csum=ok
		is wire "$proto packets at the client, from $2 and with correct checksums" '>=' 50 "$(got n)"
	done
}

# kept NAME PROTO: sends in both directions; claims that all packets take the slow path
kept() {
	begin
	both_ways "$@"
	finish
	is hook "packets on the fast path" = 0 "$(fast)"
	is nft "packets on the slow path" '>=' "$(fewest "$2")" "$(slow)"
	closes
}

# seconds_left PROTO: prints the seconds until conntrack forgets the only connection of this protocol
seconds_left() {
	in_ gw conntrack -L -p "$1" 2>/dev/null | awk '{ print $3; exit }'
}

# from_the_21st VERSION NAME PORT "WAY COUNT…" WAY: opens UDP flow NAME, and sends so many datagrams each way, which must take the
# slow path and not be offloaded. Then sends one this way. Claims that the flow is offloaded with it, and that the next ones each
# way take the fast path.
from_the_21st() {
	local way=c2s count sent=0 word

	t udp "$2" client server "$(server_of "$1")" "$3"
	begin
	for word in $4; do
		[[ $word == [0-9]* ]] || { way=$word && continue; }
		t send "$2" "$way" "$word" size=100
		is bytes "datagrams $way to port $3 that arrived, of $word" = "$word" "$(got got)"
		sent=$((sent + word))
	done
	finish
	is ct "offloaded connections of flow $2 after $sent packets" = 0 "$(offloaded "dport=$3")"
	all_slow $sent
	begin
	t send "$2" "$5" 1 size=100
	finish
	is ct "offloaded connections of flow $2 after its 21st packet" = 1 "$(offloaded "dport=$3")"
	all_slow 1
	begin
	for way in c2s s2c; do
		t send "$2" $way 20 size=100
		count=$(got got)
		is bytes "datagrams $way to port $3 that arrived, of 20" = 20 "$count"
	done
	finish
	is hook "packets of flow $2 on the fast path, after the 21st" = 40 "$(fast)"
	is nft "packets of flow $2 on the slow path, after the 21st" = 0 "$(slow)"
	closes
}
