#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The generator refuses a wrong configuration: with the right errno, and with one line in the kernel
# log that names the key. A refused write changes nothing.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 43
log_mark 60-bench-config
on_exit module_unload
module_load
bench_up

# refused ERRNO-TEXT KEY COMMAND…: must fail with this error and one line in the log that names KEY
refused() {
	local text=$1 key=$2 before said after

	shift 2
	before=$(<"$BENCH/config")
	log_mark "refused-$ktap_count"
	said=$("$@" 2>&1) && { echo "it was accepted"; return 1; }
	[[ $said == *"$text"* ]] || { echo "said '$said'"; return 1; }
	after=$(log_since | grep -c "flowbench: bench: ")
	((after == 1)) || { echo "$after lines"; return 1; }
	log_since | grep -q "flowbench: bench: $key: " ||
		{ log_since; return 1; }
	[[ $(<"$BENCH/config") == "$before" ]] || { echo "the configuration has changed"; return 1; }
}

invalid() {
	check "$2 is refused" refused "Invalid argument" "$1" conf "flows=77" "$2"
}

# reads_back LINE…: writes the lines; the file must have all of them then
reads_back() {
	local line

	conf "$@" || return 1
	for line; do
		grep -qxF "$line" "$BENCH/config" || { cat "$BENCH/config"; return 1; }
	done
}

write_own() {
	local all

	all=$(<"$BENCH/config")
	conf reset && conf "$all" && [[ $(<"$BENCH/config") == "$all" ]]
}

invalid colour colour=green
invalid flows flows=1000001
invalid flows flows=0
invalid size size=59
invalid size size=9001
invalid gso gso=9001
invalid layout layout=frags
invalid layout layout=round
invalid skb skb=virtio
invalid vlan vlan=4095
invalid proto proto=sctp
invalid src src=10.0.0
invalid src src=fd00::1
invalid expect_ttl expect_ttl=256
invalid dev dev=0123456789abcdef
invalid sport sport=65500
invalid cpus cpus=65
invalid record record=100000001
invalid input input=played
conf skb=nic
invalid skb gso=1400
invalid skb inject=xmit
invalid skb input=recorded
conf reset
conf input=recorded
invalid record record=5
invalid input gso=1400
conf reset
check "keys read back as they were written" reads_back family=6 proto=tcp \
	src=fd00:1::7 flows=1000 inject=list order=random expect_sport=0 cpus=2
check "the whole file can be written back" write_own
conf reset dev=in0 sink=out0
check "an unknown word is refused" refused "Invalid argument" run bench go
conf dev=in9
check "a device that does not exist is refused" refused "No such device" dev bench round
conf dev=in0 sink=out9
check "a sink that does not exist is refused" refused "No such device" sink bench round
conf sink=lo
check "a sink of another kind of device is refused" refused "Invalid argument" sink bench round
conf sink=in0
check "one device as device and sink is refused" refused "Invalid argument" sink bench round
conf dev=lo sink=out0 inject=napi
check "NAPI on a device of another kind is refused" refused "Invalid argument" inject bench round
conf dev=in0 inject=single cpus=64 flows=64
check "more CPUs than there are is refused" refused "Invalid argument" cpus bench round
conf cpus=1 flows=1 input=recorded
check "replay without recorded packets is refused" refused "No data available" input bench round
conf input=built record=100000000
check "recording more packets than fit in memory is refused" refused "Cannot allocate memory" record bench round
conf record=1000
check "a round records 1000 packets" round arrived 1000 recorded 1000
conf record=0 input=recorded packets=1001
check "replay of 1001 packets is refused" refused "No data available" input bench round
conf input=built packets=1000
ip -n fbb-gw link set out0 down
check "a sink that is down is refused" refused "No such device" sink bench round
ip -n fbb-gw link set out0 up
check "a round in another namespace does not see the devices" refused "No such device" dev \
	write "$BENCH/run" round
program_on_dev() {
	local status=0

	modprobe -qa nf_flow_table nf_flow_table_inet || return 1
	userspace/flowbench xdp --netns fbb-gw --attach in0 out0 || return 1
	refused "Invalid argument" dev bench round || status=1
	userspace/flowbench xdp --netns fbb-gw --detach in0 out0 || status=1
	return "$status"
}
# Replies of a warm-up are put into the sink, where the program sees them. They are of no flow.
program_on_sink() {
	local status=0

	userspace/flowbench xdp --netns fbb-gw --attach out0 || return 1
	bench warmup && is error none warm_replied 1 || status=1
	userspace/flowbench xdp --netns fbb-gw out0 | grep -E ' no-flow=[1-9]' || status=1
	userspace/flowbench xdp --netns fbb-gw --detach out0 || status=1
	return "$status"
}
if [[ $(uname -r) =~ ^(5|6\.[0-9]\.|6\.10\.) || ! -e /sys/kernel/btf/vmlinux ]]; then
	skip "the XDP program of a sink device sees a warm-up's replies" "this kernel has no such program"
	skip "a sink device with an XDP program is refused as device" "this kernel has no such program"
else
	check "a sink device with an XDP program is refused as device" program_on_dev
	check "the XDP program of a sink device sees a warm-up's replies" program_on_sink
fi
check "a round still runs after all refusals" round arrived 1000
check "kernel log is clean" log_clean
ktap_end
