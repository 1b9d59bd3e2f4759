#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# flowbench xdp: packets of a flow are forwarded in the driver, with another TTL and other addresses. Any other packet
# goes up to the stack, and the program's counters say why. What cannot be done is refused in one line, and leaves
# no device with a program.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh
# shellcheck source=tests/vm/xdp.sh
. tests/vm/xdp.sh

dir=$(mktemp -d)
on_exit rm -rf "$dir"

# refused TEXT OPTION…: fails with one line that holds TEXT
refused() {
	local text=$1 status=0

	shift
	xdp "$@" || status=$?
	((status == 1)) && (($(wc -l <"$dir/err") == 1)) && grep -qF -- "$text" "$dir/err" && return
	echo "status $status"
	cat "$dir/err"
	return 1
}

xdp_without
if [[ $old || $bare ]]; then
	ktap_plan 2
	modprobe -qa nf_flow_table veth || true
	net_up
	if [[ $old ]]; then
		check "a kernel before 6.11 is refused" refused "which came with 6.11" --attach c1 s1
	else
		ip netns exec fb-t-c ethtool -K c0 gro on >/dev/null
		check "a kernel without type information is refused" refused "CONFIG_DEBUG_INFO_BTF" --attach --to c1 s1
	fi
	check "no device has a program" programs 0
	ktap_end
	exit
fi

ktap_plan 26
log_mark 68-xdp
modprobe -qa veth nf_conntrack || true
net_up
# Each end takes frames of XDP, and fills in checksums, which a frame cannot leave to others.
ip netns exec fb-t-c ethtool -K c0 gro on tx off >/dev/null
ip netns exec fb-t-s ethtool -K s0 gro on tx off >/dev/null

modprobe -qr nft_flow_offload nf_flow_table_inet nf_flow_table_ipv4 nf_flow_table_ipv6 nf_flow_table || true
if [[ -d /sys/module/nf_flow_table ]]; then
	skip "without a flowtable, the module is named" "nf_flow_table is in use"
else
	check "without a flowtable, the module is named" refused "module nf_flow_table is not loaded" --attach c1 s1
fi

xdp_flowtable

# --- what is forwarded, and what is not --------------------------------------------

check "the program is attached to both devices" xdp --attach c1 s1
check "both devices have it" programs 2
check "a flow is made by the stack" flow 5000
check "a packet of the flow is redirected" counted redirected there 5000
check "it arrives with TTL 63 and the addresses of the link" \
	seen "$mac_s1 > $mac_s0.*ttl 63" there 5000
check "a packet of no flow goes up" counted no-flow there 5001
check "with a VLAN tag in the frame: up" counted not-plain there 5000 vlan=10
check "a fragment: up" counted not-plain there 5000 frag=0,1
check "with IP options: up" counted not-plain there 5000 options=01010101
check "with TTL 1: up" counted ttl there 5000 ttl=1
check "a flow with NAT: up" eval 'flow 7000 10.9.2.9 && counted not-simple there 7000'
check "it arrives translated" seen '10\.9\.2\.9\.1024 > 10\.9\.2\.2\.7000' there 7000

torn_down() {
	ip netns exec fb-t-gw conntrack -D -p udp --dport 5000 >/dev/null 2>&1 && counted no-flow there 5000
}
check "a flow that is torn down: up" torn_down

net_server
tcp_ends() {
	net_send -n 100K || return 1
	sleep 0.5
	counts >"$dir/counts" && grep -qE '^tcp-end=[1-9]' "$dir/counts" && return
	cat "$dir/counts"
	return 1
}
check "FIN: up" tcp_ends
check "another program is not replaced" refused "it has another XDP program" --attach c1
check "it is taken off" xdp --detach c1 s1
check "no device has a program" programs 0

no_device() {
	xdp --attach c1 && flow 5002 && counted no-device there 5002 && xdp --detach c1
}
check "to a device that was not named: up" no_device

# --- what is refused ----------------------------------------------------------------

check "a device without native XDP" refused "lo: its driver has no native XDP" --attach c1 lo
too_large() {
	local ret=0

	ip -n fb-t-c link set c0 mtu 9000
	refused "MTU is too large" --attach s1 c1 || ret=1
	ip -n fb-t-c link set c0 mtu 1500
	return "$ret"
}
check "frames that are too large for XDP" too_large
check "the other device has no program then" programs 0
cannot_send() {
	local ret=0

	ip netns exec fb-t-s ethtool -K s0 gro off
	refused "does not send frames of XDP" --attach c1 --to s1 || ret=1
	ip netns exec fb-t-s ethtool -K s0 gro on
	return "$ret"
}
check "a device that cannot send" cannot_send
unloadable() {
	local text

	text=$(nsenter --net=/run/netns/fb-t-gw setpriv --bounding-set -bpf,-sys_admin --inh-caps -bpf,-sys_admin \
		userspace/flowbench xdp --attach c1 s1 2>&1) && return 1
	[[ $text == 'flowbench: xdp: '*'not permitted' && $text != *$'\n'* ]] || { echo "$text"; return 1; }
}
check "a program that may not be loaded" unloadable

# Each attempt ends with both devices or with none.
interrupted() {
	local pause pid found

	for pause in 0.05 0.1 0.2 0.3 0.5; do
		env --default-signal=INT userspace/flowbench xdp --netns fb-t-gw --attach c1 s1 2>/dev/null &
		pid=$!
		sleep "$pause"
		kill -INT "$pid" 2>/dev/null || true
		wait "$pid" || true
		found=$(ip -n fb-t-gw link show | grep -c 'prog/xdp') || true
		((found == 0 || found == 2)) || { echo "$found devices after $pause s"; return 1; }
		((found == 0)) || xdp --detach c1 s1 || return 1
	done
	programs 0
}
check "^C leaves both devices with the program, or none" interrupted
check "the kernel log is clean" log_clean
ktap_end
