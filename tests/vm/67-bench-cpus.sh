#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Rounds on two CPUs, and CPUs that go offline and come back during a round. A round ends if one of its
# CPUs goes offline, and the sums of the packets sent until then close.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 24
log_mark 67-bench-cpus
on_exit module_unload
module_load
bench_up

online=/sys/devices/system/cpu/cpu1/online
on_exit write "$online" 1

# A round runs on the CPU of the process that writes to bench/run.
on_cpu1=(taskset -c 1)

offline() {
	write "$online" 0 && [[ $(<"$online") == 0 ]]
}

back() {
	write "$online" 1 && [[ $(<"$online") == 1 ]]
}

# One online CPU is not enough for cpus=2. The log names the key.
too_many() {
	log_mark too-many
	! bench round 2>/dev/null && log_since | grep -q 'flowbench: bench: cpus: 1 are online'
}

back_and_forth() {
	for _ in 1 2 3; do
		offline && back || return 1
	done
	running
}

# starved COMMAND…: COMMAND on CPU 0, while a task on CPU 1 leaves no time to a generator there. Succeeds if COMMAND ends
# before that task does. CFS has a share of 5 % beside tasks in real time, which is switched off.
starved() {
	local limit=/proc/sys/kernel/sched_rt_runtime_us share=/sys/kernel/debug/sched/fair_server/cpu1/runtime
	local was_limit was_share='' hog status=0

	was_limit=$(<"$limit")
	write "$limit" -1 || return 1
	[[ ! -e $share ]] || { was_share=$(<"$share") && write "$share" 0 || return 1; }
	# shellcheck disable=SC2016 # this is perl's variable
	taskset -c 1 chrt -f 50 perl -e 'my $end = time() + 12; 1 while time() < $end' >/dev/null 2>&1 &
	hog=$!
	wait_until 5 no_progress && taskset -c 0 "$@" && kill -0 "$hog" || status=1
	wait "$hog" || true
	[[ -z $was_share ]] || write "$share" "$was_share" || status=1
	write "$limit" "$was_limit" || status=1
	return "$status"
}

# no_progress: the generator sends nothing
no_progress() {
	local before

	before=$(received)
	sleep 0.3
	(($(received) == before))
}

two=(reset dev=in0 sink=out0 flows=100 cpus=2)
conf "${two[@]}"
check "a warm-up on two CPUs" bench warmup
check "a round on two CPUs closes" round arrived 1000 kept 0
conf end=ingress
check "the baseline on two CPUs closes" round returned 1000

for inject in single list; do
	long "${two[@]}" "inject=$inject"
	check "a CPU goes offline, $inject" offline
	check "the round ends" ended "$enxio" error cpu kept 0
	check "the ended round's sums close" closes
	conf packets=1000
	check "cpus=2 is refused with one CPU online" too_many
	check "the CPU comes back" back
	check "the next round closes" usable
done

conf reset dev=in0 sink=out0 inject=napi packets=100000000
start round "${on_cpu1[@]}"
check "the round's only CPU goes offline, by NAPI" offline
check "the round ends" ended "$enxio" error cpu kept 0
back
check "the next round closes" usable

# Enough flows that the warm-up has not ended when the CPU goes. With ten times as many, KCSAN's kernel needs 17 s to start.
conf reset dev=in0 sink=out0 flows=100000
start warmup "${on_cpu1[@]}"
offline
check "a warm-up ends when its CPU goes offline" ended "$enxio" error cpu kind warmup
back

conf reset dev=in0 sink=out0 packets=100000000
start round taskset -c 0
check "a round goes on while another CPU goes offline and comes back" back_and_forth
kill -INT "$long_pid"
check "SIGINT ends that round" ended "$eintr" error interrupted kept 0

# The task that takes a device down holds the rtnl, for which all of the machine may wait.
conf reset dev=in0 sink=out0 packets=100000000
start round "${on_cpu1[@]}"
check "the device of a round goes down at once, while the generator gets no time" starved ip -n fbb-gw link set in0 down
check "the round ends" ended "$enodev" error device kept 0
check "kernel log is clean" log_clean
ktap_end
