#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A round is a sample of its packets and of nothing else: no probe is attached, and the generator neither sleeps nor gives
# its CPU to another task while the clock runs. Without probes the sums close by what arrived and what was taken back,
# and a packet that is missing is an error.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 23
log_mark 65-bench-samples
modprobe -qa veth || true
on_exit module_unload
module_load
bench_up

# --- probes -----------------------------------------------------------------------------------------------------------

tracer_off() {
	write "$FB_TRACING/events/skb/enable" 0
}
on_exit tracer_off

# seen EVENT: while a tracer has this event on, a round without probes says so; the next one does not
seen() {
	local status=0

	write "$FB_TRACING/events/skb/$1/enable" 1 || return 1
	round arrived 1000 probes 0 probed 1 || status=1
	tracer_off
	((status == 0)) && round arrived 1000 probes 0 probed 0
}

# cheaper: a packet that the module itself frees costs less than with probes
cheaper() {
	local with without

	conf alloc=fresh probes=1
	round || return 1
	with=$(res cycles)
	conf probes=0
	round || return 1
	without=$(res cycles)
	conf alloc=recycle
	echo "1000 packets: $with cycles with probes, $without without"
	((without > 0 && without + 10 * 1000 < with))
}

# half_dropped: of flows to two hosts, one has no route; a warm-up still says how many were dropped
half_dropped() {
	gw ip route add blackhole 10.0.2.3/32 || return 1
	conf flows=2 hosts=2 probes=1
	round arrived 500 dropped 500 kept 0 probed 1 || return 1
	conf probes=0
	bench round && is error unbalanced unbalanced 'injected 1000, ended 500' arrived 500 dropped 0 kept 500 || return 1
	gw ip route del blackhole 10.0.2.3/32
	conf flows=1 hosts=1
}

held() {
	gw tc qdisc add dev out0 root tbf rate 8kbit burst 1600 limit 100000 || return 1
	bench round || return 1
	gw tc qdisc del dev out0 root || return 1
	is error unbalanced dropped 0
}

# transmitted: the packets of each round arrive, and one round in four is a sample. A poll is late where ksoftirqd was woken
# before it: the generator sleeps then, and flowbench bench takes such a round again, three times at most.
transmitted() {
	local try

	for try in 1 2 3 4; do
		round arrived 1000 frames 0 kept 0 probed 0 || return 1
		echo "round $try: $(res switches) switches"
		[[ $(res switches) != 0 ]] || return 0
	done
	return 1
}

# was_cut: segments stand for the superpackets that were cut, and one that is missing is a superpacket that is
was_cut() {
	local status=0 segments=$((200 * 47))

	gw ethtool -K out0 tx-udp-segmentation off >/dev/null || return 1
	conf proto=udp gso=1300 size=60000 layout=frags packets=200
	round injected 200 arrived 0 consumed 0 dropped 0 kept 200 other $segments probed 0 || status=1
	gw nft add table inet t '{ chain out { type filter hook postrouting priority 0; numgen inc mod 100 == 7 drop; }; }' &&
		bench round && is error unbalanced arrived 0 other $((segments - 2 * 47)) || status=1
	gw nft delete table inet t
	gw ethtool -K out0 tx-udp-segmentation on >/dev/null || status=1
	conf reset dev=in0 sink=out0 probes=0
	return "$status"
}

# --- packets that are transmitted -------------------------------------------------------------------------------------

bpf=$(mktemp -d)
on_exit rmdir "$bpf"
on_exit umount "$bpf"
mount -t bpf none "$bpf"

# Without IPv6 neither end sends packets of its own.
wire_up() {
	local dev

	ip -n fbb-gw link add wire0 type veth peer name wire1
	for dev in wire0 wire1; do
		gw sh -c "echo 1 >/proc/sys/net/ipv6/conf/$dev/disable_ipv6" && ip -n fbb-gw link set "$dev" up || return 1
	done
	ip -n fbb-gw addr flush dev in0 && ip -n fbb-gw addr add 10.0.1.1/24 dev wire1
}

# redirects DEV: the driver's program sends each frame on to this device
redirects() {
	gw ip link set wire1 xdp off && rm -f "$bpf/redirect" &&
		perl tests/vm/redirect.pl "$(gw ip -o link show "$1" | cut -d: -f1)" "$bpf/redirect" &&
		gw ip link set wire1 xdp pinned "$bpf/redirect"
}

# lo takes no frames, so the driver drops them.
dropped_in_driver() {
	redirects lo && conf end=xdp && round arrived 0 returned 1000 kept 0 probed 0 dev_rx 1000
}

# passed: packets that the driver does not drop are not taken for dropped ones
passed() {
	gw ip link set wire1 xdp off && bench round && is error none returned 0 dropped 1000
}

# --- the clock --------------------------------------------------------------------------------------------------------

# threaded 0|1: a thread polls the device, so that the generator has to sleep until it has; sysfs shows the devices of
# the namespace that it is mounted in
threaded() {
	ip netns exec fbb-gw sh -c "echo $1 >/sys/class/net/in0/threaded"
}

slept() {
	local switches

	threaded 1 || return 1
	round arrived 1000 || return 1
	switches=$(res switches)
	threaded 0
	echo "$switches switches"
	((switches > 0))
}

busy_pid=
busy_ends() {
	[[ -n $busy_pid ]] || return 0
	kill "$busy_pid"
	wait "$busy_pid" || true
	busy_pid=
}
on_exit busy_ends

# beside_busy KEY=VALUE…: no other task runs within the clock, though one is ready to all the time
beside_busy() {
	local status=0

	conf packets=100000 "$@"
	while :; do :; done &
	busy_pid=$!
	bench round && is error none injected 100000 switches 0 || status=1
	busy_ends
	conf reset dev=in0 sink=out0 probes=0
	return "$status"
}

# priced: each round of flowbench bench that is priced has no probe, and no other task ran in it. Where a packet takes
# 45,000 instructions, as with KASAN on arm64, a round of 100 has a timer's interrupt, and no hook is priced.
priced() {
	local file=bench-samples.json rounds packets=100

	! watches_itself || packets=20
	userspace/flowbench bench -q --labs 1 --tuples 1 --rounds 2 --packets "$packets" --json "$file" forward >/dev/null || return 1
	rounds=$(grep -c '"cycles":' "$file")
	((rounds >= 6)) && ! grep -E '"(probes|probed|switches)": [1-9]' "$file" &&
		(($(grep -cE '"(probes|probed|switches)": 0' "$file") == 3 * rounds)) && return
	echo "$rounds rounds"
	return 1
}

check "a round has probes, and says so" round arrived 1000 probes 1 probed 1
conf probes=0
check "one without probes has none" round arrived 1000 kept 0 probes 0 probed 0 switches 0
check "the kfree_skb of another tracer is seen" seen kfree_skb
check "its consume_skb is seen" seen consume_skb
check "a packet that is freed does not pay for a probe" cheaper
check "a warm-up has probes all the same" bench warmup
check "a dropped packet is missing" half_dropped
check "a packet that a queue holds is missing" held
check "segments stand for a superpacket that was cut" was_cut
conf end=ingress
check "packets are taken back at ingress" round returned 1000 probed 0
conf end=sink wait=1
check "a round that waits for its packets closes" round arrived 1000 waits 1 probed 0
conf wait=0 inject=napi
check "a round by NAPI is polled at once" round arrived 1000 switches 0
if [[ -e /sys/class/net/lo/threaded ]]; then
	check "a round by NAPI that slept says so" slept
else
	skip "a round by NAPI that slept says so" "this kernel has no NAPI threads"
fi
conf inject=single
if watches_itself; then
	skip "no other task runs within the clock" "not on a kernel that watches itself"
else
	check "no other task runs within the clock" beside_busy
fi
check "nor with NAPI" beside_busy inject=napi
check "priced rounds of flowbench bench have no probe" priced
check "a cable to the gateway" wire_up
conf reset dev=wire0 sink=out0 inject=xmit probes=0
check "packets that are transmitted arrive, in a round that is a sample" transmitted
check "a program that redirects is attached" redirects out0
check "they arrive as frames" round arrived 1000 frames 1000 consumed 0 kept 0 probed 0
check "those that the driver drops are counted" dropped_in_driver
check "those that it passes are not" passed
check "kernel log is clean" log_clean
ktap_end
