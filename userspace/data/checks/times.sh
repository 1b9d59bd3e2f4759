# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for the times of a flow: its timeouts in the flowtable and in conntrack.

# setting NAME VALUE…: sets sysctls of the gateway's net.netfilter
setting() {
	while (($#)); do
		must in_ gw bash -c "echo $2 >/proc/sys/net/netfilter/$1"
		shift 2
	done
}

# short_conntrack: lowers conntrack's timeouts of established UDP and TCP connections to 3 s
short_conntrack() {
	setting nf_conntrack_udp_timeout 3 nf_conntrack_udp_timeout_stream 3 nf_conntrack_tcp_timeout_established 3
}

# long_lived_elsewhere: makes connections of another namespace that last for days. Conntrack's collector sleeps for as
# long as connections last on average, a minute at most.
long_lived_elsewhere() {
	local i

	for ((i = 1; i <= 20; i++)); do
		must in_ other conntrack -I -p tcp -t 400000 -s "192.0.2.$i" -d 198.51.100.1 --sport 1024 --dport 80 --state ESTABLISHED -u ASSURED
	done
}

# busy NAME PROTO SECONDS: sends a little data to the server once a second
busy() {
	local i

	for ((i = 0; i < $3; i++)); do
		if [[ $2 == tcp ]]; then
			t send "$1" c2s 100
		else
			t send "$1" c2s 1 size=100
		fi
		read -r -t 1 <> <(:) || true # the second
	done
}

# outlives PROTO: claims that a flow that is busy for 9 s outlives conntrack's timeout of 3 s on the fast path
outlives() {
	short_conntrack
	flowtable ip
	connect a "$1" 10.0.2.2 5000
	begin
	busy a "$1" 9
	finish
	is ct "offloaded connections, 9 s later" = 1 "$(offloaded "$1" dport=5000)"
	is hook "packets on the fast path" '>=' 9 "$(fast)"
	is nft "packets on the slow path" = 0 "$(slow)"
	closes
	taken a "$1"
}

# dumped: lists the connections in all ways, as tools do; claims that each lists the connection of flow a
dumped() {
	local i

	for i in 1 2 3; do
		is netlink "connections in dump $i" = 1 "$(in_ gw conntrack -L -p udp 2>/dev/null | grep -c dport=5000)"
	done
	[[ ! -e /proc/net/nf_conntrack ]] ||
		is proc "connections in /proc/net/nf_conntrack" = 1 "$(in_ gw grep -c dport=5000 /proc/net/nf_conntrack)"
}

# leaves_by_sysctl PROTO OTHER: sets nf_flowtable_PROTO_timeout to 3 s. Claims that an idle flow of PROTO leaves after
# that time, while one of OTHER stays.
leaves_by_sysctl() {
	local began

	setting "nf_flowtable_$1_timeout" 3
	flowtable ip
	connect "$2" "$2" 10.0.2.2 6000
	connect "$1" "$1" 10.0.2.2 5000
	taken "$1" "$1"
	began=$SECONDS
	is ct "offloaded $1 connections, at once" = 1 "$(offloaded "$1" dport=5000)"
	until_ 12 none_of "$1" || true
	is ct "offloaded $1 connections, after the wait" = 0 "$(offloaded "$1" dport=5000)"
	is kernel "seconds until the $1 flow left" '>=' 2 "$((SECONDS - began))"
	is kernel "seconds until the $1 flow left" '<=' 6 "$((SECONDS - began))"
	is ct "offloaded $2 connections" = 1 "$(offloaded "$2" dport=6000)"
	begin
	warm "$1" "$1"
	finish
	is nft "packets on the slow path, which bring the $1 flow back" '>=' 1 "$(slow)"
	is ct "offloaded $1 connections, after new packets" = 1 "$(offloaded "$1" dport=5000)"
}

# none_of PROTO: returns true if no connection of this protocol is offloaded
none_of() {
	[[ $(offloaded "$1") == 0 ]]
}

# interrupts: prints how often any device or timer has interrupted the processors
interrupts() {
	awk '$1 == "intr" { print $2 }' /proc/stat
}
