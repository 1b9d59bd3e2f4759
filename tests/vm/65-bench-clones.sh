#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A packet of a round ends once, whatever others make of it: a capture that holds or frees a clone, a duplicate of it,
# a buffer that the stack replaces because it is shared or too short. What others made is counted as theirs.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 19
log_mark 65-bench-clones
on_exit module_unload
module_load
bench_up

capture_pid=
capture_ends() {
	local status=0

	[[ -n $capture_pid ]] || return 0
	kill "$capture_pid" || { echo "the capture has ended"; status=1; }
	wait "$capture_pid" || true
	capture_pid=
	return "$status"
}
on_exit capture_ends

# captured hold|read[,SPORT] COMMAND…: COMMAND while a capture is open on in0
captured() {
	local said status=0 way

	said=$(mktemp)
	IFS=, read -r -a way <<<"$1"
	nsenter --net=/run/netns/fbb-gw perl tests/vm/capture.pl in0 "${way[@]}" >"$said" &
	capture_pid=$!
	wait_until 20 grep -q captures "$said" || return 1
	shift
	"$@" || status=$?
	capture_ends || status=1
	rm -f "$said"
	return "$status"
}

# A buffer that was replaced is not used again: its tail holds what nobody has written.
not_recycled() {
	round arrived 1000 kept 0 || return 1
	(($(res allocs) >= 800)) || { echo "$(res allocs) packets allocated"; return 1; }
}

latencies() {
	round arrived 1000 || return 1
	awk -F '[.=-]' '/^latency\./ { n += $4 } END { exit n != 1000 }' "$BENCH/result" ||
		{ cat "$BENCH/result"; return 1; }
}

duplicates() {
	gw tc qdisc add dev out0 root netem duplicate 100% || return 1
	bench round || return 1
	gw tc qdisc del dev out0 root || return 1
	is error none arrived 1000 other 1000 sink_tx 2000 kept 0
}

# sk_buffs: prints how many are allocated. The caches of the CPUs, which count as allocated, are given back before. The
# folder may be a link: caches of the same size can be one.
sk_buffs() {
	local cache=/sys/kernel/slab/skbuff_head_cache

	write "$cache/shrink" 1 && sed 's/ .*//' "$cache/objects"
}

# sees_more: while a socket holds five packets, there are more than $1 sk_buffs: else nothing is counted here
sees_more() {
	local cache=/sys/kernel/slab/skbuff_head_cache held

	# shellcheck disable=SC2016
	held=$(perl -MSocket -e '$^F = 255; socketpair(my $a, my $b, AF_UNIX, SOCK_DGRAM, 0) or die;
		syswrite($a, "x") for 1 .. 5; exec @ARGV' sh -c 'echo 1 >"$0/shrink" && sed "s/ .*//" "$0/objects"' "$cache")
	((held > $1)) || { echo "$1 sk_buffs, and $held with five more" && return 1; }
}

# nothing_leaks hold|read: GRO merges four streams, and what it merged is used again. Now and then a capture of one of
# them gets a clone of such a packet. All that the capture held is free when it has ended. A superpacket that is not
# takes some 15 sk_buffs along, in each of 16 polls.
nothing_leaks() {
	local before after i

	round && before=$(sk_buffs) && sees_more "$before" || return 1
	for i in 1 2 3 4; do
		captured "$1,1024" round arrived 1000 other 0 || return 1
	done
	after=$(sk_buffs) || return 1
	echo "$before sk_buffs before $i rounds, $after after"
	((after - before < 64))
}

# long_header: what goes to 10.0.3.2 gets an IPv6 header and 16 segments in front, 304 bytes. A packet has room for 270.
long_header() {
	local segments=fd00:44::2 i

	for ((i = 2; i <= 16; i++)); do segments+=,fd00:45::$i; done
	ip -n fbb-gw addr add fd00:44::1/64 dev out0 nodad &&
		ip -n fbb-gw neigh replace fd00:44::2 lladdr 02:fb:00:00:04:04 dev out0 nud permanent &&
		ip -n fbb-gw route add 10.0.3.0/24 encap seg6 mode encap segs "$segments" dev out0
}

check "a capture that holds what it gets is none of the ends" captured hold round arrived 1000 consumed 0 kept 0
check "nor is one that frees it meanwhile" captured read round arrived 1000 consumed 0 kept 0
check "a buffer that was replaced for it is not used again" captured hold not_recycled
conf verify=1 flows=10
check "its packet is still known by flow and number" captured hold round arrived 1000 verify_ok 1000 verify_bad 0
conf verify=0 latency=1
check "and by its time" captured read latencies
conf reset dev=in0 sink=out0 inject=napi
check "by NAPI as well" captured read round arrived 1000 consumed 0 kept 0
conf inject=single end=ingress
check "taken back at ingress, before a capture holds it and after" captured hold round returned 1000 kept 0
conf reset dev=in0 sink=out0
check "a duplicate is a packet of others" duplicates
check "the next round closes" round arrived 1000 other 0 allocs 0
check "a route with 16 segments" long_header
conf dst=10.0.3.2
check "a buffer that was too short in front is replaced: the packet arrives" not_recycled

# --- what GRO has merged ---------------------------------------------------------------------------
conf reset dev=in0 sink=out0 proto=tcp stream=1 inject=napi size=80 flows=4
check "four streams are merged" round arrived 1000 merged 936 kept 0 allocs 0
for way in hold read; do
	check "each packet of a superpacket arrives, whose clone a capture has ($way)" \
		captured "$way" round arrived 1000 merged 936 kept 0 dropped 0
	check "a capture of one of the streams leaks nothing ($way)" nothing_leaks "$way"
done
check "the next round closes" round arrived 1000 merged 936 kept 0 allocs 0
conf end=ingress
check "each packet of a superpacket returns, whose clone a capture has" captured hold round returned 1000 kept 0
check "kernel log is clean" log_clean
ktap_end
