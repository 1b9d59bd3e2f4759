#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A round ends soon and leaves nothing behind, whatever ends it: a signal, a device that goes down or
# is removed, or the removal of its namespace. The module cannot be unloaded while a round runs.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 29
log_mark 63-bench-ends
on_exit module_unload
module_load
bench_up

come_and_go() {
	local i

	for i in 1 2 3; do
		ip link add "fbb$i" type flowbench_sink && ip link set "fbb$i" up &&
			ip link del "fbb$i" || return 1
	done
	running
}

# Switching a hook off must end during a round: it waits until each task has been seen at rest (RCU tasks).
switched() {
	rm -f switched
	{
		write "$FB_DEBUG/hooks" +ip_forward && write "$FB_DEBUG/hooks" -ip_forward && : >switched
	} &
	wait_until 20 test -e switched && running
}

module_goes() {
	rmmod flowbench && ! ip -n fbb-gw link show in0 2>/dev/null
}

long
check "a round runs" running
refuse "a second round is refused" bench round
refuse "a write to the configuration is refused" conf size=100
refuse "unloading the module is refused" rmmod flowbench
kill -INT "$long_pid"
check "SIGINT ends the round" ended "$eintr" error interrupted kept 0
check "the interrupted round's sums close" closes
check "the next round closes" usable

conf reset dev=in0 sink=out0 inject=napi
long
kill -INT "$long_pid"
check "SIGINT ends a round by NAPI" ended "$eintr" error interrupted kept 0
check "the next round closes" usable

conf reset dev=in0 sink=out0 wait=1
check "a round that waits for its packets closes" round arrived 1000 kept 0
modprobe sch_netem
tc -n fbb-gw qdisc add dev out0 root netem delay 10s
start round
check "it ends when they do not end" ended "$etime" error wait kept 64
tc -n fbb-gw qdisc del dev out0 root
check "the next round closes" usable

# The module knows 65536 packets of a CPU at once.
tc -n fbb-gw qdisc add dev out0 root netem delay 100s limit 100000
conf reset dev=in0 sink=out0 packets=70000
refuse "it ends when a queue holds more packets than the module knows" bench round
held=$(($(res injected)))
check "each of the packets until then is one that is kept" is error held kept "$held" arrived 0 dropped 0
tc -n fbb-gw qdisc del dev out0 root
check "the next round closes" usable

conf reset dev=in0 sink=out0 flows=1000000
start warmup
kill -INT "$long_pid"
check "SIGINT ends a warm-up" ended "$eintr" error interrupted kind warmup

conf reset dev=in0 sink=out0
long
ip -n fbb-gw link set in0 down
check "the round ends when the device goes down" ended "$enodev" error device kept 0
ip -n fbb-gw link set in0 up
check "the next round closes" usable

long
ip -n fbb-gw link del out0
check "the round ends when the sink is removed" ended "$enodev" error device kept 0
check "the ended round's sums close" closes
bench_up
check "the next round closes" usable

long end=ingress
ip -n fbb-gw link set in0 netns 1
check "the round ends when the device moves to another namespace" ended "$enodev" error device kept 0
ip link del in0
bench_up
conf end=ingress
check "the next round closes" usable

conf reset dev=in0 sink=out0 inject=list
long
ip netns del fbb-gw
kill -INT "$long_pid"
check "the round's namespace can be removed" ended "$eintr" error interrupted kept 0
bench_up
check "a round in a new namespace closes" usable

conf reset dev=in0 sink=out0
long
check "devices are created and deleted during a round" come_and_go
check "a hook is switched on and off during a round" switched
kill -INT "$long_pid"
wait "$long_pid" || true
check "the module unloads, and its devices disappear" module_goes
check "kernel log is clean" log_clean
ktap_end
