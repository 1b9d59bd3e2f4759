# proves: one packet on the slow path does not shorten the life of an offloaded flow to its conntrack timeout
# SPDX-License-Identifier: GPL-2.0
# why: fragment
# fails: 5.10 the packet gives the connection its short timeout again; the next dump then removes it (commit 03428ca5cee9)
# fails: 6.1 the packet gives the connection its short timeout again; the next dump then removes it (commit 03428ca5cee9)
# fails: 6.12 the packet gives the connection its short timeout again; the next dump then removes it (commit 03428ca5cee9)
# fails: 6.12.117 -
# danger: 5.10 one packet on the slow path gives a busy flow's connection the short timeout, after which a dump removes it: raise nf_conntrack_udp_timeout_stream
# danger: 6.1 one packet on the slow path gives a busy flow's connection the short timeout, after which a dump removes it: raise nf_conntrack_udp_timeout_stream
# danger: 6.12 one packet on the slow path gives a busy flow's connection the short timeout, after which a dump removes it: raise nf_conntrack_udp_timeout_stream
# danger: 6.12.117 -
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local round

	long_lived_elsewhere
	short_conntrack
	flowtable ip
	connect a udp 10.0.2.2 5000 sport=4000
	taken a udp
	# Before 6.12.117, conntrack's own collector may come in between, and then the flow stays; not in each of three rounds.
	for round in 1 2 3; do
		begin
		from_client 1 size=1192 frag=0,1,808
		from_client 1 size=1192 frag=808,0
		finish
		all_slow 2
		begin
		busy a udp 6
		finish
		is hook "packets on the fast path, round $round" = 6 "$(fast)"
		is nft "packets on the slow path, round $round" = 0 "$(slow)"
		closes
		dumped
		is ct "offloaded connections, round $round" = 1 "$(offloaded udp dport=5000)"
		[[ $(offloaded udp dport=5000) == 1 ]] || return 0
	done
	taken a udp
}
