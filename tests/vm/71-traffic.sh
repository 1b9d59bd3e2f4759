#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# `flowbench traffic` reports as sent and seen what the gateway counts, for each command. No input
# line ends the program.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh

id=fbt
nodes="client gw server"

net_down() {
	local node

	for node in $nodes; do
		ip netns del fb-$id-"$node" 2>/dev/null || true
	done
}

# net_cable GW_DEV NODE DEV N: a link with the networks 10.9.N.0/24 and fd00:N::/64
net_cable() {
	local gw_dev=$1 node=$2 dev=$3 net=$4

	ip -n fb-$id-gw link add "$gw_dev" type veth peer name "$dev" netns fb-$id-"$node"
	ip -n fb-$id-gw addr add 10.9."$net".1/24 dev "$gw_dev"
	ip -n fb-$id-gw addr add fd00:"$net"::1/64 dev "$gw_dev" nodad
	ip -n fb-$id-"$node" addr add 10.9."$net".2/24 dev "$dev"
	ip -n fb-$id-"$node" addr add fd00:"$net"::2/64 dev "$dev" nodad
	ip -n fb-$id-gw link set "$gw_dev" up
	ip -n fb-$id-"$node" link set "$dev" up
	ip -n fb-$id-"$node" route add default via 10.9."$net".1
	ip -n fb-$id-"$node" route add default via fd00:"$net"::1
}

net_up() {
	local node

	net_down
	on_exit net_down
	for node in $nodes; do
		ip netns add fb-$id-"$node"
		ip -n fb-$id-"$node" link set lo up
	done
	net_cable c1 client c0 1
	net_cable s1 server s0 2
	ip netns exec fb-$id-gw sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1
	# by default a node sends six ICMP errors, and then one a second
	ip netns exec fb-$id-server sysctl -qw net.ipv4.icmp_ratelimit=0
	ip netns exec fb-"$id"-gw nft -f - <<-'NFT'
		table inet fbt {
			flowtable ft {
				hook ingress priority 0
				devices = { c1, s1 }
			}
			chain forward {
				type filter hook forward priority 0; policy accept
				ct state established meta l4proto { tcp, udp } flow add @ft
			}
		}
	NFT
}

# t WORD…: sends one command; its reply is in R
t() {
	printf '%s\n' "$*" >&"${traffic[1]}"
	IFS= read -r -t 60 R <&"${traffic[0]}" || { R='no reply'; return 1; }
}

# says REPLY WORD…: the command's reply must match REPLY, a shell pattern
says() {
	local want=$1

	shift
	t "$@" || true
	# shellcheck disable=SC2053 # a pattern
	[[ $R == $want ]] || { echo "$*: $R"; return 1; }
}

# counter KEY: prints this counter of the gateway
counter() {
	local key value found=''

	printf 'count gw\n' >&"${traffic[1]}"
	while read -r -t 60 key value <&"${traffic[0]}" && [[ $key != . ]]; do
		[[ $key != "$1" ]] || found=$value
	done
	echo "$found"
}

grew() {
	local before=$1 key=$2 by=$3 now

	now=$(counter "$key")
	((now - before >= by)) || { echo "$key: $before, then $now"; return 1; }
}

tcp_both_ways() {
	local name=$1 addr=$2 hook=$3 before

	before=$(counter "hook.$hook.NF_STOLEN")
	says ok tcp "$name" client server "$addr" 80 &&
		says "ok bytes=2000000 segs=* resent=*" send "$name" c2s 2000000 timeout=60000 &&
		says "ok bytes=2000000 segs=* resent=*" send "$name" s2c 2000000 timeout=60000 &&
		grew "${before:-0}" "hook.$hook.NF_STOLEN" 100 &&
		says "ok n=1" ct gw tcp "dst=$addr" OFFLOAD &&
		says "ok state=ESTABLISHED error=0" state "$name" c
}

ends_in_order() {
	says ok close "$1" c && says "ok state=CLOSE_WAIT error=0" state "$1" s is=CLOSE_WAIT &&
		says ok close "$1" s && says "ok state=CLOSED error=0" state "$1" s is=CLOSED &&
		says ok drop "$1"
}

ends_by_reset() {
	says ok reset "$1" s && says "ok state=CLOSED error=ECONNRESET" state "$1" c is=CLOSED &&
		says "ok state=CLOSED error=0" state "$1" s && says ok drop "$1"
}

datagrams() {
	local name=$1 addr=$2

	says ok udp "$name" client server "$addr" 53 sport=41000 &&
		says "error server: *" send "$name" s2c 1 size=8 &&
		says "ok sent=300 got=300 bad=0" send "$name" c2s 300 size=8 &&
		says "ok sent=300 got=300 bad=0" send "$name" s2c 300 size=1400 &&
		says "ok sent=5 got=5 bad=0" send "$name" c2s 5 size=4000 &&
		says "ok sent=100 got=100 bad=0" send "$name" c2s 100 size=1000 gso=40 &&
		says ok drop "$name"
}

# A packet that a rule drops must be counted as sent and not as received.
lost_is_not_got() {
	ip netns exec fb-"$id"-gw nft add rule inet fbt forward ip daddr 10.9.2.2 udp dport 99 drop
	says ok udp lost client server 10.9.2.2 99 &&
		says "ok sent=70 got=0 bad=0" send lost c2s 70 size=100 wait=100 && says ok drop lost
}

# A byte that nft changes on the way must be detected.
changed_is_bad() {
	ip netns exec fb-"$id"-gw nft add rule inet fbt forward \
		ip daddr 10.9.2.2 udp dport 98 @th,128,8 set 0
	says ok udp changed client server 10.9.2.2 98 &&
		says "ok sent=9 got=0 bad=9" send changed c2s 9 size=100 wait=100 &&
		says ok drop changed
}

v4="src=10.9.1.2 dst=10.9.2.2 dmac=gw.c1"
v6="src=fd00:1::2 dst=fd00:2::2 dmac=gw.c1"

forwarded() {
	says "ok sent=$1" packet client c0 "$1" "$2" && says "ok n=$1" seen s wait=100 "$3" &&
		says ok clear s
}

not_forwarded() {
	says "ok sent=1" packet client c0 1 "$1" && says "ok n=0" seen s wait=100 proto=udp &&
		says ok clear s
}

# The server reassembles two fragments. No socket has the port, so the server answers with an ICMP error.
fragments() {
	says ok clear c && says "ok sent=1" packet client c0 1 "$v4" \
		proto=udp sport=6 dport=7 size=2000 id=9 frag=0,1,1480 &&
		says "ok sent=1" packet client c0 1 "$v4" proto=udp sport=6 dport=7 size=2000 id=9 \
			frag=1480,0 &&
		says "ok n=2" seen s wait=100 frag=yes id=9 src=10.9.1.2 &&
		says "ok n=1" seen s frag=1480,0 ttl=63 csum=ok &&
		says "ok n=1" seen c wait=100 proto=icmp type=3 code=3 csum=ok && says ok clear s
}

tagged() {
	says "ok sent=1" packet client c0 1 "$v4" proto=icmp vlan=5,6 tpid=0x88a8 &&
		says "ok n=1" seen g wait=100 vlan=5,6 && says "ok n=0" seen g vlan=5
}

# Packets that nft queues are held until they are released, and arrive unchanged then.
held_goes_on() {
	modprobe -q nft_queue || modprobe -q nfnetlink_queue || return 1
	ip netns exec fb-"$id"-gw nft add rule inet fbt forward udp dport 97 queue num 5 bypass
	says ok hold gw 5 && says "error packets are held already" hold gw 6 &&
		says "ok sent=2" packet client c0 2 "$v4" proto=udp sport=1 dport=97 &&
		says "ok n=0" seen s wait=100 dport=97 && says "ok n=2" release 2 &&
		says "ok n=2" seen s wait=100 dport=97 && says "error nothing is held" release 1 &&
		says ok hold gw 5 && says "error *: 0 packets are held" release 1 wait=10 && says ok clear s
}

lines=(
	"moon" "" "tcp" "tcp a client server 10.9.2.2 http" "tcp a client moon 10.9.2.2 80"
	"tcp a client server 10.9.2.2 80 mos=3" "tcp a client server 10.9.2 80"
	"tcp a client server 10.9.2.2 80 src=fd00::1" "send nobody c2s 1" "close nobody c"
	"watch w gw moon0" "seen nobody" "packet client c0 0" "packet client c0 1 ttl=256"
	"packet client c0 1 $v4 proto=udp sport=1" "ct moon" "count moon" "count gw a b" "drop nobody"
	"tcp a client server 10.9.2.77 80 timeout=100" "tcp a client server 10.9.1.1 1 listen=10.9.2.2:1"
	"hold moon 1" "hold gw 70000" "hold gw" "release" "release 0" "release 1" "release 1 wait=x"
)

wrong_lines_are_errors() {
	local line

	for line in "${lines[@]}"; do
		says "error ?*" "$line" || return 1
	done
}

long_lines_too() {
	printf 'x%.0s' {1..300000} >&"${traffic[1]}"
	says "error the line is too long" ""
}

# The counters in a file are those of the reply.
counts_to_a_file() {
	local key value line nr=0
	local -a lines
	local -A in_file=()

	says ok count gw "$dir/counters" && mapfile -t lines <"$dir/counters" || return
	for line in "${lines[@]}"; do
		in_file[${line% *}]=${line##* }
	done
	printf 'count gw\n' >&"${traffic[1]}"
	while read -r -t 60 key value <&"${traffic[0]}" && [[ $key != . ]]; do
		nr=$((nr + 1))
		[[ ${in_file[$key]:-} =~ ^-?[0-9]+$ ]] || { echo "no $key (it is $value) in the file"; return 1; }
	done
	((nr > 100 && nr == ${#lines[@]})) || { echo "${#lines[@]} in the file, $nr in the reply"; return 1; }
	says "error *No such file or directory" count gw "$dir/none/counters"
}

ktap_plan 24
log_mark 71-traffic
dir=$(mktemp -d)
on_exit rm -rf "$dir"
for module in nf_flow_table nf_flow_table_inet nft_flow_offload nf_conntrack nf_conntrack_netlink; do
	modprobe -q "$module" || true
done
on_exit module_unload
module_load
net_up
write "$FB_DEBUG/hooks" +all
coproc traffic { exec userspace/flowbench traffic --id $id; }
traffic_pid=$!

check "TCP over IPv4 is sent both ways and offloaded" tcp_both_ways a 10.9.2.2 nf_flow_offload_ip_hook
check "TCP over IPv6 is sent both ways and offloaded" tcp_both_ways b fd00:2::2 nf_flow_offload_ipv6_hook
check "counters go to a file" counts_to_a_file
check "a connection is closed" ends_in_order a
check "a connection is reset" ends_by_reset b
check "UDP over IPv4" datagrams u 10.9.2.2
check "UDP over IPv6" datagrams v fd00:2::2
check "lost datagrams are not counted as received" lost_is_not_got
check "changed datagrams are counted as bad" changed_is_bad
t watch s server s0
t watch g gw c1
t watch c client c0
check "an IPv4 packet is forwarded" forwarded 3 "$v4 proto=udp sport=1 dport=2 size=33" \
	"src=10.9.1.2 sport=1 len=61 ttl=63 csum=ok"
check "an IPv6 packet is forwarded" forwarded 3 "$v6 proto=tcp sport=1 dport=2 flags=S ttl=9" \
	"src=fd00:1::2 flags=S len=60 ttl=8 csum=ok"
check "a wrong checksum stays wrong" forwarded 1 "$v4 proto=udp sport=1 dport=2 csum=bad" \
	"sport=1 csum=bad"
check "a packet with IPv4 options is forwarded" forwarded 1 "$v4 proto=udp sport=1 dport=2 options=94040000" \
	"sport=1 len=32 csum=ok"
check "held packets go on after release" held_goes_on
check "a packet with an IPv6 extension header is forwarded" forwarded 1 "$v6 proto=udp sport=1 dport=2 exthdr=60" \
	"sport=1 len=56 csum=ok"
check "a packet with a wrong IP checksum is dropped" not_forwarded "$v4 proto=udp sport=1 dport=2 csum=bad-ip"
check "a packet with TTL 1 is dropped" not_forwarded "$v4 proto=udp sport=1 dport=2 ttl=1"
check "fragments are forwarded one by one" fragments
check "VLAN tags are seen" tagged
check "wrong lines get an error" wrong_lines_are_errors
check "a line that is too long gets an error" long_lines_too
check "quit" says ok quit
status=0
wait "$traffic_pid" || status=$?
check "the program ends with status 0" test "$status" = 0
check "kernel log is clean" log_clean
ktap_end
