#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Neither writes to the module's files nor frames from the wire break the module or make it count wrong. SEED
# (default: 1) alone decides which writes and frames are tried. FUZZ_WRITES and FUZZ_FRAMES set their number.
# tests/debug/fuzz tries more.
#
#	fbz-c             fbb-gw
#	  c0 ---------- c1      out0 --> sink
#	              10.9.1.1  10.0.2.1
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 30
log_mark 85-fuzz
on_exit module_unload
module_load

seed=${SEED:-1}
writes=${FUZZ_WRITES:-100000}
frames=${FUZZ_FRAMES:-100000}
event=$FB_TRACING/events/flowbench/packet
progress=(--progress "${FLOWBENCH_PROGRESS:-/dev/null}")
log=$(mktemp)
on_exit rm -f "$log"

# told NUMBER: the last line of the log must count NUMBER writes or frames
told() {
	[[ $(tail -n 1 "$log") =~ ^(writes|frames)=$1\ accepted=[0-9]+\ refused= ]] || { cat "$log"; return 1; }
}

# --- writes -------------------------------------------------------------------------------------

# Prints the result of a round of 500 packets, without its cost.
figures() {
	conf reset dev=in0 sink=out0 packets=500 flows=10 verify=1 || return 1
	bench round || return 1
	grep -vE '^(cycles|ns)=' "$BENCH/result"
}

# written SEED N: does N writes, which must find no error
written() {
	gw tests/fuzz/guest/writes --seed "$1" --writes "$2" "${progress[@]}" >"$log" || { cat "$log"; return 1; }
	told "$2"
}

digest() {
	sed -n 's/^digest=//p' "$log"
}

# Of accepted and refused writes, each must be more than a twentieth of the other.
both() {
	local counts

	counts=$(tail -n 1 "$log")
	[[ $counts =~ accepted=([0-9]+)\ refused=([0-9]+) ]] || return 1
	((BASH_REMATCH[1] > BASH_REMATCH[2] / 20 && BASH_REMATCH[2] > BASH_REMATCH[1] / 20)) || { echo "$counts"; return 1; }
}

repeats() {
	local first

	written 3 300 && first=$(digest) || return 1
	written 3 300 && [[ $(digest) == "$first" && -n $first ]] || return 1
	written 4 300 && [[ $(digest) != "$first" ]]
}

all_off() {
	awk '$3 == "on" { print; bad = 1 } END { exit bad }' "$FB_DEBUG/hooks"
}

same_figures() {
	[[ $(figures) == "$before" ]] || { printf 'before\n%s\nnow\n' "$before"; figures; return 1; }
}

# The writes log so much that the ring of the log may lose the mark. The program that writes reads each line of the
# log itself.
log_is_clean() {
	[[ -n $(log_since) ]] || { echo "the log has lost its mark"; return 1; }
	log_clean
}

bench_up
before=$(figures)
check "a round closes before the first write" is error none arrived 500 verify_ok 500
check "the log is clean before the first write" log_is_clean
check "$writes writes to all files find no error" written "$seed" "$writes"
printf '# %s\n' "$(tail -n 1 "$log")"
check "many writes were accepted, and many refused" both
check "the same seed repeats the writes, another seed does not" repeats
log_mark 85-fuzz-written
check "every hook can be switched off" write "$FB_DEBUG/hooks" -all
for file in why hardware/control hardware/observed; do
	check "$file can be switched off" write "$FB_DEBUG/$file" off
done
check "no hook is on" all_off
check "the first round repeats with the same figures" same_figures

# --- packets ------------------------------------------------------------------------------------

# Makes a link c0-c1. Nothing behind c0 answers. The gateway may receive, forward and send ICMP errors.
wire_up() {
	ip netns del fbz-c 2>/dev/null || true
	on_exit ip netns del fbz-c
	ip netns add fbz-c
	ip -n fbb-gw link add c1 mtu 9000 type veth peer name c0 netns fbz-c
	ip netns exec fbz-c tests/vm/quiet.sh
	ip -n fbz-c link set c0 mtu 9000 arp off up
	ip -n fbb-gw link set c1 up
	ip -n fbb-gw link set in0 mtu 9000
	ip -n fbb-gw link set out0 mtu 9000
	ip -n fbb-gw addr add 10.9.1.1/24 dev c1
	ip -n fbb-gw neigh replace 10.9.1.2 lladdr 02:00:00:00:00:01 dev c1 nud permanent
	ip -n fbb-gw route add 10.9.2.0/24 dev out0
	ip -n fbb-gw -6 route add fd00::/16 dev out0
	mac=$(ip -n fbb-gw -o link show c1 | sed "s/.*ether \([^ ]*\).*/\1/")
}

# sent SEED DEV N [OPTION…]: sends N hostile frames; sets $sent to the number that the kernel accepted
sent() {
	local run=(tests/fuzz/guest/frames --seed "$1" --frames "$3" --to "$mac"
		--inputs tests/fuzz/corpus/packet "${progress[@]}" "${@:4}" "$2")

	case $2 in
	c0) ip netns exec fbz-c "${run[@]}" >"$log" ;;
	*) gw "${run[@]}" >"$log" ;;
	esac || { cat "$log"; return 1; }
	told "$3" || return 1
	sent=$(sed -n 's/^frames=.* accepted=\([0-9]*\) .*/\1/p' "$log")
}

events() {
	awk '/^(entries|overrun|dropped events|commit overrun):/ { n += $NF } END { print n + 0 }' \
		"$FB_TRACING"/per_cpu/cpu*/stats
}

c1_received() {
	gw sed -n 's/^ *c1: *[0-9]* *\([0-9]*\).*/\1/p' /proc/net/dev
}

# Each packet that was sent must be one event, and there must be no other event.
seen_once() {
	local chunk=$((frames < 10000 ? frames : 10000)) s=$seed all=0 n from to got

	for ((n = 0; n < frames; n += chunk)); do
		write "$FB_TRACING/trace" ''
		from=$(c1_received)
		sent $((s++)) c0 "$chunk" || return 1
		to=$(c1_received)
		got=$(events)
		((got == sent && to - from == sent)) || {
			echo "$sent sent, $((to - from)) received, $got events"
			return 1
		}
		all=$((all + sent))
	done
	echo "# $all of $frames were sent and seen" >"$seen"
	((all > frames / 2))
}

# A superpacket that is segmented on its way counts as its segments.
segments_seen() {
	local from got

	write "$FB_TRACING/trace" ''
	from=$(c1_received)
	sent "$seed" c0 5000 --gso || return 1
	got=$(($(c1_received) - from))
	(($(events) == got && got >= sent)) || { echo "$sent sent, $got received, $(events) events"; return 1; }
}

# closes_hook HOOK: the hook must have as many values and times as calls
closes_hook() {
	awk -v hook="$1" '
		FILENAME ~ /hooks$/ && $1 == hook { calls = $5; missed = $7 }
		FILENAME ~ /verdicts$/ && $1 == hook { values += $NF }
		FILENAME ~ /histogram/ { times += $NF }
		END { if (calls != values || calls != times || missed || !calls) {
			print hook, calls " calls", values " values", times " times", missed " missed"
			exit 1 } }' "$FB_DEBUG/hooks" "$FB_DEBUG/verdicts" "$FB_DEBUG/histogram/$1"
}

# In function_graph each packet must be a comment that flowbench parses: as many as were sent.
marks_parse() {
	local text=$seen.graph marks

	on_exit rm -f "$text"
	write "$FB_TRACING/trace" ''
	graph_on || return 1
	sent "$seed" c0 300 || { graph_off; return 1; }
	write "$FB_TRACING/tracing_on" 0
	cat "$FB_TRACING/trace" >"$text"
	write "$FB_TRACING/tracing_on" 1
	graph_off
	marks=$(grep -c '/\* packet: ' "$text" || true)
	((marks == sent)) || { echo "$sent sent, $marks marks"; return 1; }
	userspace/flowbench parse "$text" | grep -qF " $sent marks," ||
		{ userspace/flowbench parse "$text"; return 1; }
}

wire_up
seen=$(mktemp)
on_exit rm -f "$seen"
write "$FB_TRACING/buffer_size_kb" 8192
on_exit write "$event/enable" 0
on_exit write "$event/filter" 0
write "$event/filter" 'dev == "c1"'
# Adds a chain, so that nf_hook_slow() is called: not every kernel has a hook of AppArmor's in each namespace.
hooked() {
	ip netns exec fbb-gw nft add table ip fbz '{ chain in { type filter hook prerouting priority 0; }; }'
}

unhooked() {
	! ip netns exec fbb-gw nft list table ip fbz >/dev/null 2>&1 || ip netns exec fbb-gw nft delete table ip fbz
}

on_exit unhooked
hooked || exit 1
for hook in ip_rcv_core nf_hook_slow ip_forward; do
	write "$FB_DEBUG/hooks" "+$hook" 2>/dev/null || true
done
write "$FB_DEBUG/reset" 1
write "$event/enable" 1
cat "$FB_DEBUG/version" >/dev/null
check "$frames hostile frames: each is reported once" seen_once
cat "$seen"
printf '# %s\n' "$(tail -n 1 "$log")"
check "some frames were not linear" grep -qE '^in pieces=[1-9]' "$log"
check "segments of superpackets are reported once, too" segments_seen
for hook in ip_rcv_core nf_hook_slow ip_forward; do
	if grep -q "^$hook .* on " "$FB_DEBUG/hooks"; then
		check "calls of $hook close" closes_hook "$hook"
	else
		skip "calls of $hook close" "this kernel has no such function to probe"
	fi
done
write "$FB_DEBUG/hooks" -all
unhooked
check "marks of hostile frames parse" marks_parse
write "$event/enable" 0

# --- packets while rounds run ---------------------------------------------------------------------

# Frames that are not the round's must be counted as "other" on both of its devices, each of them.
others() {
	local into

	sent "$seed" in0 500 || return 1
	into=$sent
	sent "$seed" out0 500 || return 1
	echo $((into + sent)) >"$seen"
}

from_c0() {
	local from

	from=$(c1_received)
	sent "$seed" c0 500 && (($(c1_received) - from == sent))
}

# The counter of c1 holds only frames from the link, so it does not show that a round has started.
receives() {
	running
}

# netem flips a bit in half of the packets.
corrupted() {
	gw tc qdisc add dev out0 root netem corrupt 50% || return 1
	bench round || return 1
	gw tc qdisc del dev out0 root || return 1
	is error none injected 2000 kept 0 || return 1
	(($(res verify_bad) > 200 && $(res verify_bad) + $(res verify_ok) == $(res arrived))) ||
		{ cat "$BENCH/result"; return 1; }
}

# Only the checksum shows a wrong bit in the payload. netem chooses the bit by chance: more than half of such a frame
# is payload. One packet a round, so that verify_first names the reason of that packet.
checksum_is_looked_at() {
	local try told=''

	gw tc qdisc add dev out0 root netem corrupt 100% || return 1
	conf reset dev=in0 sink=out0 flows=1 verify=1 packets=1 size=256 || return 1
	for ((try = 0; try < 40 && !told; try++)); do
		# A packet with a wrong address or tag does not arrive at all.
		bench round 2>/dev/null || is arrived 0 || break
		is injected 1 kept 0 || break
		[[ $(res verify_first) != 'checksum ('* ]] || told=1
	done
	gw tc qdisc del dev out0 root && ((told))
}

# The generator sends the recorded packets again.
sent_again() {
	conf record=0 verify=0 input=recorded "packets=$(res recorded)" || return 1
	bench round || return 1
	is error none kept 0 && (($(res dropped) > 100)) && closes
}

long reset dev=in0 sink=out0 flows=10 record=2000 verify=1
check "hostile frames are sent into both devices of a round" others
kill -INT "$long_pid"
check "the round ends" ended "$eintr" error interrupted kept 0 verify_bad 0 recorded 2000
check "the round's sums close" closes
check "those frames are counted as other" is other "$(<"$seen")"

long reset dev=c1 end=ingress
check "hostile frames are sent into a device with end=ingress" from_c0
kill -INT "$long_pid"
check "the round ends" ended "$eintr" error interrupted kept 0 dropped 0
check "each of the round's packets was returned" is injected "$(res returned)"

conf reset dev=in0 sink=out0 flows=10 record=2000 verify=1 packets=2000
check "packets with wrong bits arrive, and are recorded" corrupted
check "the recorded packets are sent again" sent_again
check "a wrong bit in the payload is reported" checksum_is_looked_at
check "the first round repeats with the same figures again" same_figures
check "kernel log is clean" log_is_clean
ktap_end
