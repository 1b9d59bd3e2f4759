#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# skb=nic: the generator's packets are as the driver of a NIC makes them. Each byte arrives, GRO merges them as page
# fragments, each packet is counted wherever it ends, and all of their memory returns.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 35
log_mark 65-bench-nic
on_exit module_unload
module_load
bench_up

# seen EVENT DEVICE: runs a round, and prints what this event of the kernel says about each packet on DEVICE
seen() {
	local event=$FB_TRACING/events/net/$1/enable

	write "$FB_TRACING/trace" '' && write "$event" 1 && bench round || return 1
	write "$event" 0
	grep -E " $1: dev=$2 " "$FB_TRACING/trace"
}

# words EVENT DEVICE WORD…: each packet of the round that the event sees has these words
words() {
	local lines word

	lines=$(seen "$1" "$2") || { echo "no packet was seen"; return 1; }
	for word in "${@:3}"; do
		! grep -m 1 -vE "[ =]$word( |\$)" <<<"$lines" || { echo "without $word"; return 1; }
	done
}

# hashes NUMBER: so many values does the receive hash have
hashes() {
	local nr

	nr=$(seen netif_receive_skb_entry in0 | grep -o ' hash=0x[0-9a-f]*' | sort -u | wc -l)
	((nr == $1)) || { echo "$nr hashes"; return 1; }
}

# allocated LEAST MOST: the round closes, and has allocated so many packets
allocated() {
	round injected 1000 kept 0 || return 1
	(($(res allocs) >= $1 && $(res allocs) <= $2)) || { echo "$(res allocs) packets allocated"; return 1; }
}

latencies() {
	round arrived 1000 || return 1
	awk -F '[.=-]' '/^latency\./ { n += $4 } END { exit n != 1000 }' "$BENCH/result" || { cat "$BENCH/result"; return 1; }
}

# merged_dropped: a rule drops every superpacket; each packet in it must be counted
merged_dropped() {
	gw nft add table inet t '{ chain forward { type filter hook forward priority 0; policy drop; }; }' || return 1
	bench round || return 1
	gw nft delete table inet t
	is error none injected 1000 arrived 0 dropped 1000 kept 0
}

# cut: the stack cuts superpackets; each is freed with all that was merged into it
cut() {
	local status=0

	gw ethtool -K out0 tx-tcp-segmentation off >/dev/null || return 1
	bench round || status=1
	gw ethtool -K out0 tx-tcp-segmentation on >/dev/null || status=1
	((status == 0)) || return 1
	is error none injected 1000 arrived 0 other 1000 || return 1
	(($(res consumed) + $(res dropped) == 1000)) || { cat "$BENCH/result"; return 1; }
}

free_kib() {
	echo 3 >/proc/sys/vm/drop_caches
	sleep 0.2
	awk '$1 == "MemFree:" { print $2 }' /proc/meminfo
}

# memory_returns: 20 rounds take nothing: 1000 fragments of each would be 40 MiB
memory_returns() {
	local before after i

	round arrived 1000 && before=$(free_kib) || return 1
	for ((i = 0; i < 20; i++)); do round arrived 1000 kept 0 || return 1; done
	after=$(free_kib)
	((before - after < 8192)) || { echo "$before KiB free before, $after after"; return 1; }
}

interrupted() {
	local before after i

	before=$(free_kib)
	for ((i = 0; i < 3; i++)); do
		long && kill -INT "$long_pid" && ended "$eintr" error interrupted && closes || return 1
		wait "$long_pid" || true
	done
	after=$(free_kib)
	((before - after < 8192)) || { echo "$before KiB free before, $after after"; return 1; }
}

# long_header: what goes to 10.0.3.2 gets 80 bytes in front. A plain packet has room for 270, one of a NIC for 78.
long_header() {
	ip -n fbb-gw addr add fd00:44::1/64 dev out0 nodad &&
		ip -n fbb-gw neigh replace fd00:44::2 lladdr 02:fb:00:00:04:04 dev out0 nud permanent &&
		ip -n fbb-gw route add 10.0.3.0/24 encap seg6 mode encap segs fd00:44::2,fd00:45::2 dev out0
}

# --- single packets -----------------------------------------------------------
entry=netif_receive_skb_entry
conf flows=10
check "a plain packet has no hash, no queue and no fragment" \
	words $entry in0 'hash=0x00000000' l4_hash=0 queue_mapping=0 nr_frags=0
conf skb=nic
check "a NIC's packet of 60 bytes has a hash and a queue, and is copied" \
	words $entry in0 l4_hash=1 queue_mapping=1 nr_frags=0 data_len=0 ip_summed=1
check "each flow has a hash of its own" hashes 10
conf size=256
check "256 bytes are copied" words $entry in0 nr_frags=0 data_len=0
conf size=257
check "of 257 bytes the headers are copied" words $entry in0 nr_frags=1 data_len=215 len=243
conf size=8000
check "8000 bytes lie in four buffers" words $entry in0 nr_frags=4 data_len=7958
for family in 4 6; do
	conf reset dev=in0 sink=out0 flows=10 skb=nic verify=1 "family=$family"
	for size in 60 200 1400 8000; do
		ip -n fbb-gw link set out0 mtu 9000
		ip -n fbb-gw link set in0 mtu 9000
		conf "size=$size"
		check "$size bytes arrive as they were sent, IPv$family" \
			round arrived 1000 verify_ok 1000 verify_bad 0 other 0 kept 0 allocs 0
	done
done
conf reset dev=in0 sink=out0 skb=nic size=1400 inject=list
check "lists" round arrived 1000 kept 0 allocs 0
conf inject=single end=ingress
check "taken back at ingress" round returned 1000 kept 0 allocs 0
conf end=sink alloc=fresh
check "alloc=fresh allocates each packet" round arrived 1000 allocs 1000
conf alloc=recycle
check "all memory returns" memory_returns
check "all memory returns after rounds that were interrupted" interrupted
check "the next round closes" usable

check "a route with two segments" long_header
conf reset dev=in0 sink=out0 dst=10.0.3.2
check "a plain packet has enough headroom for them" allocated 0 0
conf skb=nic
check "a NIC's packet has not: its head is replaced" allocated 800 1000

# --- what GRO has merged ------------------------------------------------------
conf reset dev=in0 sink=out0 skb=nic proto=tcp stream=1 inject=napi verify=1 size=80 flows=4
check "four streams of copied packets are merged, and each packet arrives" \
	round arrived 1000 merged 936 sink_tx 64 verify_ok 1000 other 0 kept 0
check "their heads are fragments of the first one: new ones are allocated" allocated 800 936
conf flows=1
check "more than a packet has fragments for" round arrived 1000 merged 984 sink_tx 16 verify_ok 1000 kept 0
conf size=1000 flows=4
check "their payload lies in buffers" round arrived 1000 merged 936 verify_ok 1000 kept 0
conf verify=0
check "merged packets are counted where they are dropped" merged_dropped
check "and where they are cut" cut
check "all memory of merged packets returns" memory_returns
conf latency=1
check "each has a latency" latencies
conf latency=0 end=ingress
check "merged packets return at ingress" round returned 1000 merged 0 kept 0

# --- prices -------------------------------------------------------------------
# priced PATH SKB: flowbench bench --skb proves the path, and its fingerprint says what the packets were
priced() {
	local json

	json=$(mktemp --suffix .json)
	userspace/flowbench bench -q --skb "$2" --labs 1 --tuples 1 --rounds 1 --size 1000 --json "$json" "$1" || return 1
	grep -qE "\"skb\": \"$2\"" "$json" || { cat "$json"; return 1; }
	rm -f "$json"
}

left_out() {
	local said

	said=$(userspace/flowbench bench -q --skb nic --labs 1 --tuples 1 --rounds 1 forward-gso 2>&1) || true
	[[ $said == *"forward-gso: left out of --skb nic"* ]] || { echo "$said"; return 1; }
}

bench_down
check "flowbench bench --skb nic prices merged packets" priced conntrack-gro nic
check "it leaves out superpackets" left_out
check "kernel log is clean" log_clean
ktap_end
