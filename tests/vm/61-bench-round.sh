#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The sums of a round close for every kind of packet and of injection. Packets arrive as a gateway
# changes them. Each drop is counted. The generator itself is cheap.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 47
log_mark 61-bench-round
on_exit module_unload
module_load
bench_up

mode() {
	sed -n 's/^mode=//p' fingerprint
}

# Checks the generator's own cost: under icount a cycle is an instruction.
cheap() {
	round returned 1000 dev_rx 1000 allocs 0 || return 1
	(($(res cycles) <= 800 * 1000)) || { echo "$(res cycles) cycles"; return 1; }
}

# Two rounds may differ by a timer interrupt only.
repeats() {
	local first second

	round || return 1
	round && first=$(res cycles) || return 1
	round && second=$(res cycles) || return 1
	((first - second < 20000 && second - first < 20000)) ||
		{ echo "$first and $second cycles"; return 1; }
}

latency_adds_up() {
	round || return 1
	awk -F '[.=-]' -v cycles="$(res cycles)" '
		/^latency\./ { n += $4; low += $2 * $4
			if ($2 >= 64 && ($3 - $2 + 1) / $2 > 0.032) wide = 1 }
		END { exit !(n == 1000 && low > 0 && low <= cycles && !wide) }' "$BENCH/result" ||
		{ cat "$BENCH/result"; return 1; }
}

# sizes SIZE USED: with this size, frames must have USED bytes: at least what the headers need.
sizes() {
	local size=$1 used=$2

	conf "size=$size" verify=1
	round arrived 1000 verify_ok 1000 size "$used"
}

# drops: a rule drops every 7th packet; each drop must be counted, with its reason or its function.
drops() {
	gw nft -f - <<-'NFT' || return 1
		table inet t {
			chain forward {
				type filter hook forward priority 0; policy accept
				numgen inc mod 7 == 6 drop
			}
		}
	NFT
	bench round || return 1
	gw nft delete table inet t
	is error none injected 1000 arrived 858 dropped 142 kept 0 || return 1
	grep -qE '^drop\.(NETFILTER_DROP|nf_hook_slow|nft_do_chain)=142$' "$BENCH/result" ||
		{ cat "$BENCH/result"; return 1; }
}

# keeps: packets that a qdisc holds must be counted as kept, neither as arrived nor as dropped.
keeps() {
	gw tc qdisc add dev out0 root tbf rate 8kbit burst 1600 limit 100000 || return 1
	bench round || return 1
	gw tc qdisc del dev out0 root || return 1
	is error none injected 1000 dropped 0 || return 1
	(($(res kept) > 900 && $(res kept) + $(res arrived) == 1000)) ||
		{ cat "$BENCH/result"; return 1; }
}

# cut: the stack cuts 200 UDP superpackets; each is freed, and each of its segments is sent with headers of its own
cut() {
	local status=0

	gw ethtool -K out0 tx-udp-segmentation off >/dev/null || return 1
	bench round || status=1
	gw ethtool -K out0 tx-udp-segmentation on >/dev/null || status=1
	((status == 0)) && is error none injected 200 arrived 0 consumed 200 dropped 0 kept 200 other $((200 * 47)) \
		sink_bytes $((200 * (60000 + 46 * 42)))
}

# merged_dropped: a rule drops every superpacket; each packet in it must be counted
merged_dropped() {
	gw nft add table inet t '{ chain forward { type filter hook forward priority 0; policy drop; }; }' || return 1
	bench round || return 1
	gw nft delete table inet t
	is error none injected 1000 arrived 0 dropped 1000 merged 0
}

# one_segment: with gso, packets of one segment are packets; their checksum must be right where they arrive
one_segment() {
	local proto layout

	for proto in udp tcp; do
		for layout in linear frags; do
			conf reset dev=in0 sink=out0 verify=1 gso=1000 size=200 "proto=$proto" "layout=$layout"
			round arrived 1000 segments 1 verify_ok 1000 other 0 || return 1
		done
	done
}

conf end=ingress
if watches_itself; then
	skip "the generator takes 800 instructions a packet at most" "not on a kernel that watches itself"
	skip "two rounds in one boot have the same cost" "not on a kernel that watches itself"
elif [[ $(mode) == icount ]]; then
	check "the generator takes 800 instructions a packet at most" cheap
	check "two rounds in one boot have the same cost" repeats
else
	skip "the generator takes 800 instructions a packet at most" "not counted: $(mode)"
	skip "two rounds in one boot have the same cost" "not counted: $(mode)"
fi
conf inject=list
check "inject=list, returned at ingress" round returned 1000 dropped 0
conf inject=napi
check "inject=napi, returned at ingress" round returned 1000 dropped 0
conf end=sink flows=10
for proto in udp tcp; do
	for family in 4 6; do
		for inject in single list napi; do
			conf "proto=$proto" "family=$family" "inject=$inject"
			check "$proto over IPv$family forwarded, $inject" \
				round arrived 1000 sink_tx 1000 dev_rx 1000 kept 0
		done
	done
done
for inject in single list napi; do
	conf reset dev=in0 sink=out0 "inject=$inject" prime=8
	check "8 packets in front of a round are counted, $inject" round injected 1008 arrived 1008 primed 8 sink_tx 1008
done
# 16 polls have 1000 packets, and GRO merges those of a flow in each.
for family in 4 6; do
	conf reset dev=in0 sink=out0 proto=tcp stream=1 inject=napi verify=1 size=80 "family=$family"
	check "a TCP stream over IPv$family is merged by GRO, and each packet arrives" \
		round arrived 1000 merged 984 sink_tx 16 verify_ok 1000 allocs 0
done
# GRO holds eight packets at once of those that have no hash.
conf family=4 flows=5
check "five streams" round arrived 1000 merged 920 sink_tx 80 verify_ok 1000
conf expect_ttl=64
bench round
check "what is wrong with a superpacket is wrong with each packet in it" is verify_bad 1000 verify_ok 0 merged 920
conf expect_ttl=63
check "each packet of a dropped superpacket is counted" merged_dropped
conf end=ingress
check "merged packets return at ingress" round returned 1000 merged 0
conf reset dev=in0 sink=out0 flows=100
check "frames of 60 bytes arrive unchanged" sizes 60 60
check "frames of 1401 bytes arrive unchanged" sizes 1401 1401
conf family=6 proto=tcp
check "TCP over IPv6 needs 74 bytes" sizes 60 74
conf expect_ttl=64
bench round
check "an unexpected TTL is reported" is verify_bad 1000 verify_ok 0 \
	verify_first "TTL (flow 0, packet 0)"
conf reset dev=in0 sink=out0 alloc=fresh
check "alloc=fresh allocates each packet" round arrived 1000 allocs 1000
conf alloc=recycle latency=1
check "the latency histogram holds every packet" latency_adds_up
conf latency=0 proto=tcp gso=1000 family=6 size=60
check "a packet without payload has one segment" round arrived 1000 size 74 segments 1
check "packets of one segment arrive as a gateway changes them" one_segment
conf reset dev=in0 sink=out0 flows=100 proto=tcp gso=1000 size=30000
check "superpackets pass" round arrived 1000
conf verify=1
check "superpackets arrive as a gateway changes them" round arrived 1000 verify_ok 1000
for proto in tcp udp; do
	for family in 4 6; do
		conf reset dev=in0 sink=out0 "proto=$proto" "family=$family" gso=1300 size=60000 layout=frags packets=200
		check "superpackets in fragments, $proto over IPv$family" round arrived 200 segments 47 other 0 allocs 0
	done
done
conf family=4
check "a device that cannot cut superpackets: each segment arrives" cut
conf reset dev=in0 sink=out0 order=random flows=100000 packets=20000
check "100,000 flows" round arrived 20000 flows 100000
conf flows=1000000
check "1,000,000 flows" round arrived 20000 flows 1000000
conf reset dev=in0 sink=out0 packets=1000
check "each dropped packet is counted" drops
check "packets in a queue are counted as kept" keeps
check "the next round closes" round arrived 1000
ip -n fbb-gw addr del 10.0.2.1/24 dev out0
bench round
check "packets without a route are dropped, with a reason" is error none arrived 0 \
	kept 0 dropped 1000
check "kernel log is clean" log_clean
ktap_end
