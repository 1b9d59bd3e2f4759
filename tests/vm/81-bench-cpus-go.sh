#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A CPU goes offline and comes back at seeded moments while a round keeps counts for each CPU: latencies, verified
# packets, recorded packets, and hooks, which are reset meanwhile. 67-bench-cpus.sh tests plain rounds.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 13
log_mark 81-bench-cpus-go
RANDOM=81 # the seed: the moments are the same in each run
on_exit module_unload
module_load
bench_up

online=/sys/devices/system/cpu/cpu1/online
on_exit write "$online" 1

moment() {
	sleep "0.$((RANDOM % 10))$((RANDOM % 10))" # any moment will do
}

calls() {
	awk '$1 == "ip_forward" { print $5 }' "$FB_DEBUG/hooks"
}

# The histogram must hold all calls, also those counted on a CPU that is offline now.
adds_up() {
	local sum

	sum=$(awk 'NF == 3 { n += $3 } END { print n + 0 }' "$FB_DEBUG/histogram/ip_forward")
	[[ $sum == "$(calls)" && $sum -gt 0 ]] || { echo "histogram $sum, calls $(calls)"; return 1; }
}

# goes KEY=VALUE…: the second CPU goes offline at some moment of a round on both
goes() {
	long reset dev=in0 sink=out0 flows=100 cpus=2 "$@"
	moment
	write "$online" 0 || return 1
	ended "$enxio" error cpu kept 0 && closes && adds_up
}

# latencies: there must be one latency for each packet that arrived
latencies() {
	local sum

	sum=$(awk -F = '/^latency\.[0-9]/ { n += $2 } END { print n + 0 }' "$BENCH/result")
	[[ $sum == "$(res arrived)" ]] || { echo "latencies $sum, arrived $(res arrived)"; return 1; }
}

back() {
	write "$online" 1 && [[ $(<"$online") == 1 ]]
}

set_back_to_zero() {
	write "$FB_DEBUG/reset" 1 && [[ $(calls) == 0 ]]
}

# Switches and resets a hook while the CPU that counts goes offline and comes back.
switched_meanwhile() {
	local i

	for ((i = 0; i < 3; i++)); do
		write "$online" 0 && write "$FB_DEBUG/hooks" -ip_forward && write "$FB_DEBUG/reset" 1 &&
			write "$FB_DEBUG/hooks" +ip_forward && back || return 1
		moment
	done
	running
}

write "$FB_DEBUG/hooks" +ip_forward
check "a CPU goes offline in a round with latencies" goes latency=1
check "each packet that arrived has a latency" latencies
check "the counts of an offline CPU are reset" set_back_to_zero
check "the CPU comes back" back
check "a CPU goes offline in a round that verifies packets" goes verify=1
check "no verified packet was wrong" is verify_bad 0
back
check "a CPU goes offline in a round that records" goes record=1000
back
check "the next round closes" usable
conf reset dev=in0 sink=out0 packets=100000000
start round taskset -c 0
check "hooks are switched while a CPU goes offline and comes back" switched_meanwhile
kill -INT "$long_pid"
check "SIGINT ends the round" ended "$eintr" error interrupted kept 0
check "the next round closes" usable
check "the module unloads" rmmod flowbench
check "kernel log is clean" log_clean
ktap_end
