# proves: a flowtable whose device name ends with * takes the flows of all matching devices, also of one that is named so later
# SPDX-License-Identifier: GPL-2.0
# since: 6.16 before, a flowtable accepted only complete device names (commit 6d07a289504a)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local nft

	# nftables 1.1.6 added "wildcards in netdev hooks"; older ones pass the * as an ordinary character.
	nft=$(nft --version | sed 's/^nftables v\([0-9.]*\).*/\1/')
	[[ $(printf '%s\n' 1.1.6 "$nft" | sort -V | head -n 1) == 1.1.6 ]] ||
		skip "nft $nft does not support device names with *; 1.1.6 does"
	must ip_ gw link set in0 down
	must ip_ gw link set in0 name leg1
	must ip_ gw link set leg1 up
	must ip_ gw neighbour replace 10.0.1.2 lladdr 02:fb:00:00:01:02 dev leg1 nud permanent
	flowtable ip devices='"leg*", "out*"'
	connect a udp 10.0.2.2 5000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	taken_by leg1 out0
	must ip_ gw link set mid0 down
	must ip_ gw link set mid0 name leg3
	must ip_ gw link set leg3 up
	must ip_ gw neighbour replace 10.0.3.2 lladdr 02:fb:00:00:03:02 dev leg3 nud permanent
	t udp b other server 10.0.2.2 5001
	warm b udp
	is ct "offloaded connections of the device that was added later" = 1 "$(offloaded udp dport=5001)"
}

# taken_by DEVICE…: sends in both directions; claims that all packets take the fast path, and that the devices' sums close
taken_by() {
	begin
	both_ways a udp
	finish
	is hook "packets on the fast path" '>=' 100 "$(fast)"
	is nft "packets on the slow path" = 0 "$(slow)"
	closes "$@"
}
