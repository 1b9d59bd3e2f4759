#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# SMP=2
#
# How a device's packets reach another context: RPS moves them to another CPU, and with threaded NAPI a thread polls.
# Both are proved by the CPU and the task of each packet's event, and by a counter of the kernel. What they cost is
# not measured: two CPUs work at once, and the generator sleeps until the thread has polled.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 8
log_mark 68-receive-cpus
on_exit module_unload
module_load
bench_up

event=$FB_TRACING/events/flowbench/packet/enable
trace=$FB_TRACING/trace
on_exit write "$event" 0
write "$event" 1

# device FILE VALUE: writes to in0's directory in /sys, which only a mount in the gateway shows
device() {
	# shellcheck disable=SC2016 # expanded in the namespace
	ip netns exec fbb-gw sh -c 'echo "$2" >"/sys/class/net/in0/$1"' sh "$1" "$2"
}

# from_cpu0: a round of 500 packets from CPU 0 closes, and all arrive
from_cpu0() {
	write "$trace" ''
	gw taskset -c 0 sh -c "echo round >$BENCH/run" && is error none arrived 500 kept 0
}

# seen TASK CPU N: N packets were received by this task (a pattern) on this CPU
seen() {
	local n

	n=$(grep -cE "^ *$1-[0-9]+ +\[00$2\] .* packet: .* dev=in0 " "$trace" || true)
	echo "$n packets by $1 on CPU $2"
	((n == $3))
}

# softnet COLUMN: prints a counter of CPU 1: 0 is packets received, 9 is interrupts by which RPS has woken it
softnet() {
	local -a row

	read -r -a row < <(sed -n 2p /proc/net/softnet_stat)
	echo $((16#${row[$1]}))
}

by_rps() {
	local packets woken

	packets=$(softnet 0)
	woken=$(softnet 9)
	from_cpu0 || return 1
	packets=$(($(softnet 0) - packets))
	woken=$(($(softnet 9) - woken))
	echo "CPU 1 received $packets packets, and was woken $woken times"
	((packets >= 500 && woken > 0)) && seen '.*' 1 500 && seen '.*' 0 0
}

# napi_thread: sets $thread to the thread that polls in0
napi_thread() {
	local comm

	for comm in /proc/[0-9]*/comm; do
		[[ $(<"$comm") == napi/in0-* ]] || continue
		thread=${comm//[!0-9]/}
		return 0
	done
	return 1
}

switches() {
	sed -n 's/^voluntary_ctxt_switches:[[:space:]]*//p' "/proc/$thread/status"
}

by_thread() {
	local before

	napi_thread && taskset -pc 0 "$thread" >/dev/null || return 1
	before=$(switches)
	from_cpu0 || return 1
	echo "the thread slept $before times before, now $(switches)"
	(($(switches) > before)) && seen 'napi/in0-[0-9]+' 0 500
}

conf reset dev=in0 sink=out0 packets=500
check "a round without RPS closes" from_cpu0
check "CPU 0, which sent the packets, received them" seen 'flowbench/0' 0 500
device queues/rx-0/rps_cpus 2
check "RPS brings each packet to CPU 1" by_rps
device queues/rx-0/rps_cpus 0
conf inject=napi
check "a round by NAPI closes" from_cpu0
check "its packets were received by the task that sent them" seen 'flowbench/0' 0 500
if [[ -e /sys/class/net/lo/threaded ]]; then
	device threaded 1
	check "with threaded NAPI a thread receives each packet" by_thread
	device threaded 0
	check "without it, the sender does again" from_cpu0
else
	skip "with threaded NAPI a thread receives each packet" "the kernel has none before 5.12"
	skip "without it, the sender does again" "as before"
fi
check "kernel log is clean" log_clean
ktap_end
