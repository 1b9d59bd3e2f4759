#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
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

ktap_plan 13
log_mark 68-receive-cpus
on_exit module_unload
module_load
bench_up

event=$FB_TRACING/events/flowbench/packet/enable
trace=$FB_TRACING/trace
on_exit write "$event" 0
write "$event" 1

# device FILE VALUE: writes to a device's directory in /sys, which only a mount in the gateway shows
dev=in0
device() {
	# shellcheck disable=SC2016 # expanded in the namespace
	ip netns exec fbb-gw sh -c 'echo "$3" >"/sys/class/net/$1/$2"' sh "$dev" "$1" "$2"
}

# wire_up: what wire0 transmits is received by wire1, in the gateway; neither sends packets of its own
wire_up() {
	local end

	modprobe -q veth || true
	ip -n fbb-gw link add wire0 type veth peer name wire1 || return 1
	for end in wire0 wire1; do
		gw sh -c "echo 1 >/proc/sys/net/ipv6/conf/$end/disable_ipv6" && ip -n fbb-gw link set "$end" up || return 1
	done
	ip -n fbb-gw addr add 10.0.3.1/24 dev wire1
}

# from_cpu0: a round of 500 packets from CPU 0 closes, and all arrive
from_cpu0() {
	write "$trace" ''
	gw taskset -c 0 sh -c "echo round >$BENCH/run" && is error none arrived 500 kept 0
}

# seen TASK CPU N: N packets were received by this task (a pattern) on this CPU
seen() {
	local n

	n=$(grep -cE "^ *$1-[0-9]+ +\[00$2\] .* packet: .* dev=$dev " "$trace" || true)
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

# napi_thread: sets $thread to the thread that polls the device
napi_thread() {
	local comm

	for comm in /proc/[0-9]*/comm; do
		[[ $(<"$comm") == napi/$dev-* ]] || continue
		thread=${comm//[!0-9]/}
		return 0
	done
	return 1
}

switches() {
	sed -n 's/^voluntary_ctxt_switches:[[:space:]]*//p' "/proc/$thread/status"
}

# by_thread CPU: the thread that polls the device receives each packet, on this CPU
by_thread() {
	local before

	napi_thread && taskset -pc "$1" "$thread" >/dev/null || return 1
	before=$(switches)
	from_cpu0 || return 1
	echo "the thread slept $before times before, now $(switches)"
	(($(switches) > before)) && seen "napi/$dev-[0-9]+" "$1" 500
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
	check "with threaded NAPI a thread receives each packet" by_thread 0
	device threaded 0
	check "without it, the sender does again" from_cpu0
else
	skip "with threaded NAPI a thread receives each packet" "the kernel has none before 5.12"
	skip "without it, the sender does again" "as before"
fi

# --- packets that another device transmits, which its peer receives on another CPU ------------------
dev=wire1
check "a cable" wire_up
conf reset dev=wire0 sink=out0 inject=xmit packets=500
check "a round by the cable closes" from_cpu0
device queues/rx-0/rps_cpus 2
check "it closes with RPS on the peer, which brings each packet to CPU 1" by_rps
device queues/rx-0/rps_cpus 0
# veth uses its NAPI for what may be merged: not for what comes from a device with TSO.
gw ethtool -K wire0 tso off >/dev/null && gw ethtool -K wire1 gro on >/dev/null
if [[ -e /sys/class/net/lo/threaded ]] && device threaded 1 2>/dev/null && napi_thread; then
	check "it closes with threaded NAPI on the peer, on CPU 1" by_thread 1
	device threaded 0
	check "without it, too" from_cpu0
else
	skip "it closes with threaded NAPI on the peer, on CPU 1" "the peer has no NAPI thread in this kernel"
	skip "without it, too" "as before"
fi
check "kernel log is clean" log_clean
ktap_end
