#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# LONG
#
# What a round needs goes away, at each stage: once it is configured, in a warm-up, in the middle of a round,
# before its result is read. The run ends with an error that names the cause, or goes on and closes; the next
# one works. 63-bench-ends.sh has what a signal and a device that goes down do.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 22
log_mark 80-bench-goes-away
RANDOM=80 # the moments are the same each time
for module in nf_flow_table nf_flow_table_inet nft_flow_offload; do
	modprobe -q "$module" || true
done
on_exit module_unload
module_load
bench_up

# What lies on the way and can be taken from it.
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

# asked_fails KEY VALUE…: a round cannot begin, and the result says why
asked_fails() {
	! bench round 2>/dev/null && is kind round injected 0 "$@"
}

# At seeded moments, each time with the flowtable in use; the round goes on.
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

# gone DEVICE: deleted at some moment of a round of each kind
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

# A sink that goes while what it was used for is read, until nothing is left to read from.
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
check "no sink any more: no round" asked_fails error device
bench_up
ip -n fbb-gw link del in0
check "no device any more: no round" asked_fails error device
bench_up
ip netns add fbb-other
on_exit ip netns del fbb-other
ip -n fbb-gw link set out0 netns fbb-other
check "a sink in another namespace: no round" asked_fails error device
ip netns del fbb-other
bench_up
check "the next round closes" usable

# --- a warm-up -----------------------------------------------------------------------------------
for dev in in0 out0; do
	conf reset dev=in0 sink=out0 flows=1000000
	start warmup
	moment
	ip -n fbb-gw link del "$dev"
	check "$dev is removed in a warm-up" ended "$enodev" error device kind warmup
	bench_up
	check "the next round closes" usable
done
ruleset_up
conf reset dev=in0 sink=out0 flows=1000000
start warmup
moment
check "the ruleset is removed in a warm-up" ruleset_gone
kill -INT "$long_pid"
check "which ends when it is told to" ended "$eintr" error interrupted kind warmup

# --- a round -------------------------------------------------------------------------------------
conf reset dev=in0 sink=out0 flows=50
ruleset_up
bench warmup
check "a round through a flowtable closes" usable
long flows=50
check "flowtable and ruleset come and go in a round" ruleset_comes_and_goes
check "it ends when it is told to" told_to_end
long flows=50 inject=napi
check "and in one by NAPI" ruleset_comes_and_goes
check "it ends when it is told to" told_to_end
check "the device is removed in a round" gone in0
check "the sink is removed in a round" gone out0
ruleset_up
conf reset dev=in0 sink=out0 packets=100000000 flows=50
start round
moment
ip -n fbb-gw link del in0
check "a device with a flowtable is removed" ended "$enodev" error device
bench_up
check "the next round closes" usable

# --- the result ----------------------------------------------------------------------------------
check "the namespace goes while the result is read: it is that of the round" read_meanwhile
check "the module goes" module_goes
check "kernel log is clean" log_clean
ktap_end
