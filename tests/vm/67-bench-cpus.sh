#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# SMP=2
#
# Rounds on two processors, and processors that go and come back meanwhile: whose
# processor goes ends, and is accounted for as far as it came.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 22
log_mark 66-bench-cpus
on_exit module_unload
module_load
bench_up

online=/sys/devices/system/cpu/cpu1/online
on_exit write "$online" 1

# A round begins on the processor that it is asked for on.
on_cpu1=(taskset -c 1)

offline() {
	write "$online" 0 && [[ $(<"$online") == 0 ]]
}

back() {
	write "$online" 1 && [[ $(<"$online") == 1 ]]
}

# One is not enough for two; the key that says so is in the log.
too_many() {
	log_mark too-many
	! bench round 2>/dev/null && log_since | grep -q 'flowbench: bench: cpus: 1 are online'
}

back_and_forth() {
	local i

	for i in 1 2 3; do
		offline && back || return 1
	done
	running
}

two=(reset dev=in0 sink=out0 flows=100 cpus=2)
conf "${two[@]}"
check "a warm-up" bench warmup
check "a round on two processors closes" round arrived 1000 kept 0
conf end=ingress
check "so does the baseline" round returned 1000

for inject in single list; do
	long "${two[@]}" "inject=$inject"
	check "a processor goes, $inject" offline
	check "and the round ends" ended "$enxio" error cpu kept 0
	check "its sums close" closes
	conf packets=1000
	check "two are too many now" too_many
	check "the processor comes back" back
	check "the next round closes" usable
done

conf reset dev=in0 sink=out0 inject=napi packets=100000000
start round "${on_cpu1[@]}"
check "the only one goes, by NAPI" offline
check "and the round ends" ended "$enxio" error cpu kept 0
back
check "the next round closes" usable

# Too many to be over before the processor goes; ten times as many are under way only after 17 s on a kernel with KCSAN.
conf reset dev=in0 sink=out0 flows=100000
start warmup "${on_cpu1[@]}"
offline
check "so does a warm-up" ended "$enxio" error cpu kind warmup
back

conf reset dev=in0 sink=out0 packets=100000000
start round taskset -c 0
check "a round goes on while another processor comes and goes" back_and_forth
kill -INT "$long_pid"
check "until it is told to end" ended "$eintr" error interrupted kept 0
check "kernel log is clean" log_clean
ktap_end
