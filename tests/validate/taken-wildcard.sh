# proves: a flowtable for all devices of a name that ends with * takes the flows of those that are there, and of one that comes later
# SPDX-License-Identifier: GPL-2.0
# since: 6.16 a flowtable took whole names only
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	local nft

	# Its release notes say "wildcards in netdev hooks"; one before hands the * over as a letter.
	nft=$(nft --version | sed 's/^nftables v\([0-9.]*\).*/\1/')
	[[ $(printf '%s\n' 1.1.6 "$nft" | sort -V | head -n 1) == 1.1.6 ]] ||
		skip "nft $nft knows no such names, 1.1.6 does"
	must ip_ gw link set in0 down
	must ip_ gw link set in0 name leg1
	must ip_ gw link set leg1 up
	must ip_ gw neighbour replace 10.0.1.2 lladdr 02:fb:00:00:01:02 dev leg1 nud permanent
	flowtable ip devices='"leg*", "out*"'
	connect a udp 10.0.2.2 5000
	is ct "connections that are offloaded" = 1 "$(offloaded udp dport=5000)"
	taken_by leg1 out0
	must ip_ gw link set mid0 down
	must ip_ gw link set mid0 name leg3
	must ip_ gw link set leg3 up
	must ip_ gw neighbour replace 10.0.3.2 lladdr 02:fb:00:00:03:02 dev leg3 nud permanent
	t udp b other server 10.0.2.2 5001
	warm b udp
	is ct "connections of the later device that are offloaded" = 1 "$(offloaded udp dport=5001)"
}

# taken_by DEVICE…
taken_by() {
	begin
	both_ways a udp
	finish
	is hook "packets of the fast path" '>=' 100 "$(fast)"
	is nft "packets of the slow path" = 0 "$(slow)"
	closes "$@"
}
