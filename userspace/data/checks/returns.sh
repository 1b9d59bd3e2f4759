# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for TCP connections that come back from the fast path to connection tracking, which has not seen their packets.

# drops_invalid FAMILY: loads the ruleset of flowtable(), which also drops what connection tracking finds invalid
drops_invalid() {
	flowtable "$1" objects='counter fb_invalid { }' before='ct state invalid counter name fb_invalid drop'
}

# no_new_flows FAMILY: takes the rule that adds flows away. The flows stay.
no_new_flows() {
	rules <<-NFT
		flush chain $1 fb forward
		add rule $1 fb forward ct state invalid counter name fb_invalid drop
	NFT
}

# tcp_options SCALING SACK STAMPS: the hosts' next connections have these options of TCP: 1 with, 0 without
tcp_options() {
	local node

	for node in client server; do
		must in_ $node sysctl -qw net.ipv4.tcp_window_scaling="$1" net.ipv4.tcp_sack="$2" net.ipv4.tcp_timestamps="$3"
	done
}

# invalid_packets: prints how many packets connection tracking of the gateway has found invalid, on all processors
invalid_packets() {
	in_ gw conntrack -S 2>/dev/null | sed -n 's/.* invalid=\([0-9]*\).*/\1/p' | awk '{ n += $1 } END { print n + 0 }'
}

# moved NAME WHAT BYTES WAY…: sends this many bytes each WAY; claims that all arrive, each segment once
moved() {
	local way arrived=0 resent=0

	for way in "${@:4}"; do
		t send "$1" "$way" "$3"
		arrived=$((arrived + $(got bytes)))
		resent=$((resent + $(got resent)))
	done
	is bytes "bytes that arrived, $2" = $(($3 * ($# - 3))) $arrived
	is end "segments sent twice, $2" = 0 $resent
}

# arrives NAME WHAT BYTES WAY…: sends this many bytes each WAY; claims that all arrive. A connection that was lost fails this claim,
# and does not end the check.
arrives() {
	local way n

	for way in "${@:4}"; do
		n=0
		try send "$1" "$way" "$3" timeout=8000 && n=$(got bytes)
		is bytes "bytes that arrived $way, $2" = "$3" "$n"
	done
}

# is_closed: returns true if connection tracking knows that a connection was reset
is_closed() {
	(($(tracked tcp CLOSE)))
}

# comes_back VERSION WAY: for four sets of TCP options, a connection moves 1 MB each way on the fast path, comes back to the slow
# path by back_by_WAY(), and stays there. Claims that nothing of it is invalid, that all data arrives, and that a RST then
# closes it: connection tracking knows the sequence numbers again.
comes_back() {
	local options

	resend_late
	for options in '1 1 1' '0 0 0' '1 0 0' '0 1 1'; do
		# shellcheck disable=SC2086 # three words
		tcp_options $options
		comes_back_with "$options" "$@"
		t drop a
		must in_ gw conntrack -F
	done
}

# comes_back_with OPTIONS VERSION WAY: comes_back() for one set. With window scaling it is the client that resets the connection.
comes_back_with() {
	local family invalid end=s

	[[ $1 != 1* ]] || end=c
	family=$(family_of "$2")
	drops_invalid "$family"
	connect a tcp "$(server_of "$2")" 5000
	begin
	moved a "on the fast path, options $1" 1000000 c2s s2c
	finish
	is hook "packets on the fast path" '>=' 32 "$(fast)"
	is nft "packets on the slow path" = 0 "$(slow)"
	no_new_flows "$family"
	invalid=$(invalid_packets)
	begin
	"back_by_$3" "$2"
	moved a "on the slow path, options $1" 300000 c2s s2c c2s
	t reset a $end
	until_ 3 is_closed || true
	finish
	is hook "packets on the fast path, later" = 0 "$(fast)"
	is nft "packets on the slow path, later" '>=' 15 "$(slow)"
	closes
	is ct "reset connections that are closed" = 1 "$(tracked tcp CLOSE)"
	is netlink "packets that connection tracking found invalid" = 0 "$(($(invalid_packets) - invalid))"
	"forth_by_$3" "$2"
	is nft "packets that the rules dropped as invalid" = 0 "$(in_ gw nft list counters | sed -n '/fb_invalid/,/}/s/.*packets \([0-9]*\) .*/\1/p')"
	must in_ gw nft delete table "$family" fb
}

# back_by_WAY VERSION: brings the flow to the slow path. forth_by_WAY VERSION: undoes what that has changed.
back_by_route() {
	must ip_ gw route add "$(server_of "$1")" dev out0
}

forth_by_route() {
	must ip_ gw route del "$(server_of "$1")" dev out0
}

# A flowtable that rules use, or that is deleted with its rules; the counter stays in its table.
back_by_flush() {
	must in_ gw nft delete flowtable "$(family_of "$1")" fb ft
}

forth_by_flush() {
	:
}

# half_closed VERSION SIDE: one side closes the connection (SIDE is c or s). Claims that 1 MB of the other side arrives then, that
# nothing of it is invalid, and that connection tracking keeps the entry as long as its state says.
half_closed() {
	local invalid other=s way=s2c

	[[ $2 == c ]] || { other=c && way=c2s; }
	resend_late
	drops_invalid "$(family_of "$1")"
	connect a tcp "$(server_of "$1")" 5000
	begin
	moved a "on the fast path" 1000000 c2s s2c
	finish
	is hook "packets on the fast path" '>=' 32 "$(fast)"
	invalid=$(invalid_packets)
	begin
	t close a "$2"
	moved a "of the side that is open" 1000000 $way
	lives_as_its_state
	t close a $other
	finish
	closes
	is netlink "packets that connection tracking found invalid" = 0 "$(($(invalid_packets) - invalid))"
	is nft "packets that the rules dropped as invalid" = 0 "$(d nft.fb_invalid)"
	lives_as_its_state
}

# lives_as_its_state: claims that the only TCP connection, if it is not offloaded, lives as long as the timeout of its state
# says: at most so long, and at most 3 s less
lives_as_its_state() {
	local line state='' seconds='' timeout

	line=$(in_ gw conntrack -L -p tcp 2>/dev/null)
	# tcp 6 SECONDS STATE src=…; an offloaded one may have neither seconds nor a state
	read -r _ _ seconds state _ <<<"$line"
	if [[ $line == *OFFLOAD* ]]; then
		is ct "offloaded connections, which conntrack does not forget" = 1 "$(offloaded tcp)"
		return
	fi
	timeout=$(in_ gw cat "/proc/sys/net/netfilter/nf_conntrack_tcp_timeout_${state,,}" 2>/dev/null)
	is ct "seconds until conntrack forgets the connection in state $state" '<=' "${timeout:-0}" "${seconds:-0}"
	is ct "seconds until conntrack forgets the connection in state $state" '>=' "$((${timeout:-3} - 3))" "${seconds:-0}"
}

# next_segments NAME: sets next_c and next_s to the sequence numbers of the next segments of client and server. Each sends a byte
# that shows its own.
next_segments() {
	watch from-c server eth0
	watch from-s client eth0
	t send "$1" c2s 1
	t first from-c proto=tcp dport=5000 flags=PA
	next_c=$((($(got seq) + 1) & 0xffffffff))
	t send "$1" s2c 1
	t first from-s proto=tcp sport=5000 flags=PA
	next_s=$((($(got seq) + 1) & 0xffffffff))
	t drop from-c
	t drop from-s
}
