#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A device, sink, namespace or ruleset that a round needs is removed: after configuration, in a warm-up, in a round,
# or before the result is read. The run ends with an error that names the cause, or goes on and its sums close. The
# next run works. 63-bench-ends.sh tests signals and a device that goes down.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 22
log_mark 80-bench-goes-away
RANDOM=80 # the seed: the moments are the same in each run
for module in nf_flow_table nf_flow_table_inet nft_flow_offload; do
	modprobe -q "$module" || true
done
on_exit module_unload
module_load
bench_up

# Loads rules and a flowtable on the path, which can be removed during a round.
ruleset_up() {
	gw nft -f - <<-EOF
		table inet fbb {
			flowtable f {
				hook ingress priority 0
				devices = { in0, out0 }
			}
			chain forward {
				type filter hook forward priority 0
				meta l4proto udp flow add @f
				counter
			}
		}
	EOF
}

ruleset_gone() {
	gw nft delete table inet fbb
}

moment() {
	sleep "0.$((RANDOM % 10))$((RANDOM % 10))" # any moment will do
}

# asked_fails KEY VALUE…: a round must not begin, and the result must have these values
asked_fails() {
	! bench round 2>/dev/null && is kind round injected 0 "$@"
}

# Removes and loads the ruleset at seeded moments, while the flowtable is in use. The round must go on.
ruleset_comes_and_goes() {
	local i

	for ((i = 0; i < 3; i++)); do
		moment
		ruleset_gone || return 1
		moment
		ruleset_up || return 1
		running || { echo "the round has ended"; cat "$BENCH/result"; return 1; }
	done
}

told_to_end() {
	kill -INT "$long_pid"
	ended "$eintr" error interrupted kept 0 && closes
}

# gone DEVICE: deletes the device at some moment of a round of each kind of injection
gone() {
	local inject status=0

	for inject in single list napi; do
		long reset dev=in0 sink=out0 flows=50 "inject=$inject"
		moment
		ip -n fbb-gw link del "$1" || status=1
		ended "$enodev" error device kept 0 || status=1
		closes || status=1
		bench_up
		((status == 0)) || { echo "inject=$inject"; return 1; }
	done
}

# Removes the namespace, with the sink, while the result is read in a loop.
read_meanwhile() {
	local reader

	while cat "$BENCH/result" >/dev/null 2>&1; do :; done &
	reader=$!
	moment
	ip netns del fbb-gw
	moment
	kill "$reader" && is error none injected 1000
}

module_goes() {
	rmmod flowbench && [[ ! -e $FB_DEBUG ]]
}

# --- configured ----------------------------------------------------------------------------------
ip -n fbb-gw link del out0
check "a round without its sink is refused" asked_fails error device
bench_up
ip -n fbb-gw link del in0
check "a round without its device is refused" asked_fails error device
bench_up
ip netns add fbb-other
on_exit ip netns del fbb-other
ip -n fbb-gw link set out0 netns fbb-other
check "a round with its sink in another namespace is refused" asked_fails error device
ip netns del fbb-other
bench_up
check "the next round closes" usable

# --- a warm-up -----------------------------------------------------------------------------------
for dev in in0 out0; do
	conf reset dev=in0 sink=out0 flows=1000000
	start warmup
	moment
	ip -n fbb-gw link del "$dev"
	check "a warm-up ends when $dev is removed" ended "$enodev" error device kind warmup
	bench_up
	check "the next round closes" usable
done
ruleset_up
conf reset dev=in0 sink=out0 flows=1000000
start warmup
moment
check "the ruleset can be removed in a warm-up" ruleset_gone
kill -INT "$long_pid"
check "SIGINT ends that warm-up" ended "$eintr" error interrupted kind warmup

# --- a round -------------------------------------------------------------------------------------
conf reset dev=in0 sink=out0 flows=50
ruleset_up
bench warmup
check "a round through a flowtable closes" usable
long flows=50
check "flowtable and ruleset are removed and loaded in a round" ruleset_comes_and_goes
check "SIGINT ends that round" told_to_end
long flows=50 inject=napi
check "flowtable and ruleset are removed and loaded in a round by NAPI" ruleset_comes_and_goes
check "SIGINT ends that round" told_to_end
check "a round ends when its device is removed" gone in0
check "a round ends when its sink is removed" gone out0
ruleset_up
conf reset dev=in0 sink=out0 packets=100000000 flows=50
start round
moment
ip -n fbb-gw link del in0
check "a round ends when its device with a flowtable is removed" ended "$enodev" error device
bench_up
check "the next round closes" usable

# --- the result ----------------------------------------------------------------------------------
check "the result stays the round's when the namespace is removed during reading" read_meanwhile
check "the module unloads" module_goes
check "kernel log is clean" log_clean
ktap_end
