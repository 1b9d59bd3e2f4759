#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# `flowbench trace` records a user's own traffic: each packet with its call tree.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh

ktap_plan 22
log_mark 70-trace
dir=$(mktemp -d)
on_exit rm -rf "$dir"
on_exit module_unload
module_load
net_up

trace() {
	userspace/flowbench trace -q -o "$dir/all" "$@" >"$dir/said" 2>&1
}

# ends STATUS PATTERN COMMAND…: the command must end with this status, and its output must match
ends() {
	local want=$1 pattern=$2 status=0
	shift 2

	"$@" || status=$?
	((status == want)) || { echo "status $status"; cat "$dir/said"; return 1; }
	grep -qE -- "$pattern" "$dir/said" || { echo "nothing like $pattern"; cat "$dir/said"; return 1; }
}

# packets N PATTERN: N rows of the table must match
packets() {
	local nr

	nr=$(grep -cE -- "$2" "$dir/said") || true
	((nr == $1)) || { cat "$dir/said"; return 1; }
}

ping_through() {
	ip netns exec fb-t-c ping -q -c 2 -i 0.2 -W 5 10.9.2.2
}
export -f ping_through

udp_out() {
	ip netns exec fb-t-c bash -c 'echo x >/dev/udp/10.9.2.2/9'
}
export -f udp_out

has() {
	grep -qF -- "$2" "$dir/$1"
}

lacks() {
	! grep -qF -- "$2" "$dir/$1"
}

check "two pings through a gateway are traced" trace --root net_rx_action --netns fb-t-gw --split "$dir/a" \
	-- bash -c ping_through
check "the table has two requests from one device" packets 2 ' dev=c1 .*proto=icmp 10\.9\.1\.2:0>10\.9\.2\.2:0 .*type=8'
check "the table has two replies from the other device" packets 2 ' dev=s1 .*proto=icmp 10\.9\.2\.2:0>10\.9\.1\.2:0 .*type=0'
check "the table has no packet of another namespace" packets 0 ' dev=(c0|s0) '
check "the table has four packets" packets 4 ' dev='
check "each packet has a file" has a/4.trace '# phase=4'
check "its tree has ip_forward()" has a/1.trace 'ip_forward('
check "its tree has no icmp_rcv()" lacks a/1.trace 'icmp_rcv('
check "a file lists the functions that this kernel can trace" has a/functions ip_forward
check "--dev traces only the packets of a device" trace --root net_rx_action --netns fb-t-gw --dev s1 \
	--split "$dir/a" -- bash -c ping_through
check "the table has two packets of that device" packets 2 ' dev=s1 '
check "files of the previous run are removed" bash -c "[[ ! -e $dir/a/3.trace ]]"
# Tests that trace a whole softirq or command. A debug kernel calls more functions than the ring buffer holds.
everything() {
	if watches_itself; then
		skip "$1" "this kernel calls more functions than the ring buffer holds"
	else
		check "$@"
	fi
}

everything "without --root a packet's tree is its softirq" trace --dev c1 --split "$dir/b" \
	-- bash -c ping_through
everything "the file names the packet" has b/1.trace '# packet=packet: ns='
check "a send by a task is traced, and the exit status is the command's" ends 7 '' \
	trace --root udp_sendmsg --split "$dir/c" -- bash -c 'udp_out; exit 7'
check "it is a tree without a received packet" packets 1 '\(none\) udp_sendmsg$'
check "no received packet is in the table" packets 0 ' dev='
check "its tree has ip_send_skb()" has c/1.trace 'ip_send_skb('
check "its tree has no net_rx_action()" lacks c/1.trace 'net_rx_action('
everything "a device without packets is an error that names the others" ends 1 'received were: .*c1 \(' trace --dev nodev0 -- bash -c ping_through
check "an unknown function is named" ends 1 'can trace none of: no_such_function' \
	trace --root no_such_function -- true
check "an unknown namespace is named" ends 1 'network namespace nons' trace --netns nons -- true
ktap_end
