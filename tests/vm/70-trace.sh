#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# LONG
#
# `flowbench trace`: a user's own traffic, each packet with its tree.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh

ktap_plan 23
log_mark 70-trace
dir=$(mktemp -d)
on_exit rm -rf "$dir"
on_exit module_unload
module_load
net_up

trace() {
	userspace/flowbench trace -q -o "$dir/all" "$@" >"$dir/said" 2>&1
}

# ends STATUS PATTERN COMMAND…: with that status, and says something like that
ends() {
	local want=$1 pattern=$2 status=0
	shift 2

	"$@" || status=$?
	((status == want)) || { echo "status $status"; cat "$dir/said"; return 1; }
	grep -qE -- "$pattern" "$dir/said" || { echo "nothing like $pattern"; cat "$dir/said"; return 1; }
}

# packets N PATTERN: of the table; N rows are like that
packets() {
	local nr

	nr=$(grep -cE -- "$2" "$dir/said") || true
	((nr == $1)) || { cat "$dir/said"; return 1; }
}

ping_through() {
	ip netns exec fbt-c ping -q -c 2 -i 0.2 -W 5 10.9.2.2
}
export -f ping_through

udp_out() {
	ip netns exec fbt-c bash -c 'echo x >/dev/udp/10.9.2.2/9'
}
export -f udp_out

has() {
	grep -qF -- "$2" "$dir/$1"
}

lacks() {
	! grep -qF -- "$2" "$dir/$1"
}

check "two pings through a gateway" trace --root net_rx_action --netns fbt-gw --split "$dir/a" \
	-- bash -c ping_through
check "are two requests from one device" packets 2 ' dev=c1 .*proto=icmp 10\.9\.1\.2>10\.9\.2\.2 type=8'
check "and two answers from the other" packets 2 ' dev=s1 .*proto=icmp 10\.9\.2\.2>10\.9\.1\.2 type=0'
check "nothing of other namespaces is in the table" packets 0 ' dev=(c0|s0) '
check "and that is all there was" packets 4 ' dev='
check "each has a file" has a/4.trace '# phase=4'
check "in which it is forwarded" has a/1.trace 'ip_forward('
check "and not delivered to a socket" lacks a/1.trace 'icmp_rcv('
check "with what this kernel can trace beside it" has a/functions ip_forward
check "only the packets of a device" trace --root net_rx_action --netns fbt-gw --dev s1 \
	--split "$dir/a" -- bash -c ping_through
check "are half as many" packets 2 ' dev=s1 '
check "and files of the run before are gone" bash -c "[[ ! -e $dir/a/3.trace ]]"
# All of a softirq, or of a command: more than a ring buffer holds where each access is checked.
everything() {
	if watches_itself; then
		skip "$1" "this kernel calls more than is recorded"
	else
		check "$@"
	fi
}

everything "without --root a packet's tree is its softirq" trace --dev c1 --split "$dir/b" \
	-- bash -c ping_through
everything "and it names the packet" has b/1.trace '# packet=packet: ns='
check "what a task sends" trace --root udp_sendmsg --split "$dir/c" -- bash -c udp_out
check "is a tree without a received packet" packets 1 '\(none\) udp_sendmsg$'
check "the only one" packets 0 ' dev='
check "in which it is sent" has c/1.trace 'ip_send_skb('
check "but nothing received" lacks c/1.trace 'net_rx_action('
everything "a device that saw nothing" ends 1 'received were: .*c1 \(' trace --dev nodev0 -- bash -c ping_through
check "a function that there is not" ends 1 'can trace none of: no_such_function' \
	trace --root no_such_function -- true
check "a namespace that there is not" ends 1 'network namespace nons' trace --netns nons -- true
everything "a command's own status" ends 7 '' trace -- bash -c 'ping_through >/dev/null; exit 7'
ktap_end
