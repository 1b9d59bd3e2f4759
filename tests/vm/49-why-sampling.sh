#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The file "why" samples what its rate allows, also packets that never come to PRE_ROUTING, and each sampled packet
# keeps its id to its next stage, also in a batch of several protocols.
#
#	fb-t-c           fb-t-gw            fb-t-s
#	  c0 ---------- c1    s1 ---------- s0
#	  b0 ---------- p0    p1 ---------- b1
#	                 (bridge br0)
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh

ktap_plan 8
log_mark 49-why-sampling
modprobe -qa veth bridge sch_netem || true
on_exit module_unload
module_load
net_up
trace=$FB_TRACING/trace
events=$FB_TRACING/events/flowbench
on_exit write "$events/enable" 0

gw() {
	nsenter --net=/run/netns/fb-t-gw "$@"
}

bridge_up() {
	ip -n fb-t-gw link add br0 type bridge
	ip -n fb-t-gw link add p0 type veth peer name b0 netns fb-t-c
	ip -n fb-t-gw link add p1 type veth peer name b1 netns fb-t-s
	for dev in p0 p1 br0; do
		ip -n fb-t-gw link set "$dev" addrgenmode none
		[[ $dev == br0 ]] || ip -n fb-t-gw link set "$dev" master br0
		ip -n fb-t-gw link set "$dev" up
	done
	for dev in fb-t-c:b0 fb-t-s:b1; do
		ip -n "${dev%:*}" link set "${dev#*:}" addrgenmode none
		ip -n "${dev%:*}" link set "${dev#*:}" up
	done
	# The packets stay in this queue, so that no two of them have one address.
	gw tc qdisc add dev p1 root netem delay 600s limit 1000
}

# say WORD…: writes to the file. look: prints it. count DEV KEY: prints this number of the device's line.
say() {
	gw sh -c "echo '$*' >&$why"
}

# shellcheck disable=SC2016 # perl's variables
look() {
	perl -e 'open(my $f, "<&=", $ARGV[0]) or die; sysseek($f, 0, 0);
		while (1) { my $n = sysread($f, my $b, 65536);
			defined $n or do { print STDERR "$!\n"; exit 1 }; $n or exit 0; print $b }' "$why"
}

count() {
	look | sed -n "s/^dev=$1 .* $2=\([^ ]*\).*/\1/p"
}

# sends DEV TIMES COUNT ONE OTHER: sends COUNT frames of each from the client, so many times
sends() {
	local i

	for ((i = 0; i < $2; i++)); do
		printf "c $1 $3 %s\n" "$4" "$5"
	done | net_packets
}

behind() {
	(($(count "$1" behind) == $2))
}

# bridged ONE OTHER: sends 300 frames through the bridge, after "on"; they must all have come
bridged() {
	sends b0 10 15 "$@" || return 1
	wait_until 20 behind p0 300 || { look; return 1; }
}

# All are sampled, also those behind the first 64.
each_bridged() {
	say off && say on rate=100000 && bridged "$@" || return 1
	look
	(($(count p0 sampled) == 300))
}

# One second is the least that a rate counts, and the frames may be sent in two of them.
some_bridged() {
	say off && say on rate=20 && bridged "$@" || return 1
	look
	(($(count p0 sampled) >= 20 && $(count p0 sampled) <= 40))
}

# ids EVENT: prints the ids of these events
ids() {
	sed -n "s/^.* $1: id=\([0-9]*\) .*/\1/p" "$trace" | sort
}

all_routed() {
	(($(ids why_packet | wc -l) == $1)) && [[ $(ids why_packet) == "$(ids why_ct)" ]]
}

# A routed packet is followed behind 300 that were not.
routed_behind_bridged() {
	say off && say on rate=100000 && bridged "$@" || return 1
	write "$trace" ''
	net_packets <<<"c c0 1 $v4"
	wait_until 5 all_routed 1 && return
	grep -v '^#' "$trace"
	return 1
}

# The queue of c0 lets all frames go at once; the NAPI thread hands them on in lists of eight.
mixed_batch() {
	say off && say on rate=100000 && write "$trace" '' || return 1
	sends c0 30 1 "$@" || return 1
	wait_until 20 behind c1 60 || { look; return 1; }
	wait_until 5 all_routed 60 && return
	printf '%d why_packet, %d why_ct\n' "$(ids why_packet | wc -l)" "$(ids why_ct | wc -l)"
	return 1
}

# veth hands packets that may be superpackets to the backlog. c0 sends together what is sent within
# 2 s: the queue's next slot begins so long after its first packet.
napi_thread() {
	tc -n fb-t-c qdisc add dev c0 root netem slot 2s &&
		ip netns exec fb-t-c ethtool -K c0 tso off && ip netns exec fb-t-gw ethtool -K c1 gro on &&
		ip netns exec fb-t-gw sh -c 'echo 1 >/sys/class/net/c1/threaded'
}

exec {why}<>"$FB_DEBUG/why"
write "$events/why_packet/enable" 1
write "$events/why_ct/enable" 1
bridge_up
udp='src=10.9.1.2 dst=10.9.2.2 proto=udp sport=1024 dport=5000'
other="dmac=02:fb:00:00:09:09 $udp"
# A request of 10.9.1.2, who has 10.9.2.2?
arp=raw=02fb0000090902fb000009080806000108000604000102fb000009080a0901020000000000000a090202
# Their TTL is 1: the gateway answers to the client, and nobody to the gateway.
v4="dmac=gw.c1 $udp ttl=1"
v6='dmac=gw.c1 src=fd00:1::2 dst=fd00:2::2 proto=59 payload=0102030405060708 ttl=1'

check "300 bridged packets of IPv4 are all sampled" each_bridged "$other" "$other"
check "300 bridged packets of ARP are all sampled" each_bridged "$arp" "$arp"
check "rate=20 limits them" some_bridged "$other" "$arp"
check "a routed packet behind them is followed" routed_behind_bridged "$other" "$arp"
if napi_thread >/dev/null 2>&1; then
	check "each packet of a batch of IPv4 is followed" mixed_batch "$v4" "$v4"
	check "each packet of a batch of IPv4 and IPv6 is followed" mixed_batch "$v4" "$v6"
else
	skip "each packet of a batch of IPv4 is followed" "the kernel has no NAPI threads"
	skip "each packet of a batch of IPv4 and IPv6 is followed" "the kernel has no NAPI threads"
fi
exec {why}>&-
check "the module unloads" module_unload
check "kernel log is clean" log_clean
ktap_end
