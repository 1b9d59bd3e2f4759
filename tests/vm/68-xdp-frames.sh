#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Packets that reach the sink as XDP frames are verified, timed and recorded as others are.
#
#	wire0 ---------- wire1  (XDP_REDIRECT to out0)  out0 --> sink
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 9
log_mark 68-xdp-frames
modprobe -qa veth || true
on_exit module_unload
module_load
bench_up
bpf=$(mktemp -d)
on_exit rmdir "$bpf"
on_exit umount "$bpf"
mount -t bpf none "$bpf"

# Without IPv6 neither end sends packets of its own: within the first second, the kernel reports the groups that a device
# is in (MLD), and a round that this falls into does not close.
wire_up() {
	local dev

	ip -n fbb-gw link add wire0 type veth peer name wire1
	for dev in wire0 wire1; do
		gw sh -c "echo 1 >/proc/sys/net/ipv6/conf/$dev/disable_ipv6" && ip -n fbb-gw link set "$dev" up || return 1
	done
	perl tests/vm/redirect.pl "$(gw ip -o link show out0 | cut -d: -f1)" "$bpf/redirect" &&
		gw ip link set wire1 xdp pinned "$bpf/redirect"
}

# The packets bypass IP, so their TTL is what was sent.
frames=(dev=wire0 sink=out0 inject=xmit packets=1000 flows=10 expect_ttl=64)

framed() {
	round arrived 1000 frames 1000 consumed 0 sink_tx 1000 sink_bytes 60000 "$@"
}

verified() {
	conf reset "${frames[@]}" verify=1 "$@" && framed verify_ok 1000 verify_bad 0
}

wrong_port() {
	conf reset "${frames[@]}" verify=1 expect_dport=99 && framed verify_ok 0 verify_bad 1000 &&
		is verify_first "destination port (flow 0, packet 0)"
}

timed() {
	conf reset "${frames[@]}" latency=1 && framed || return 1
	awk -F '[.=-]' '/^latency\./ { n += $4 } END { exit n != 1000 }' "$BENCH/result" && return
	cat "$BENCH/result"
	return 1
}

# What is recorded is sent again, and is the same.
recorded() {
	conf reset "${frames[@]}" record=1000 && framed recorded 1000 || return 1
	conf reset dev=in0 sink=out0 flows=10 input=recorded verify=1 && round arrived 1000 verify_ok 1000 recorded 0
}

check "a program that redirects is attached" wire_up
conf reset "${frames[@]}"
check "1000 packets arrive as frames" framed
check "each is verified" verified
check "each of TCP is verified" verified proto=tcp
check "a wrong port is found in each" wrong_port
check "each is timed" timed
check "each is recorded, and can be sent" recorded
gw ip link set wire1 xdp off
check "the module unloads" module_unload
check "kernel log is clean" log_clean
ktap_end
