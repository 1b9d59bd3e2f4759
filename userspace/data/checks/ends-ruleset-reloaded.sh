# proves: loading the ruleset again in one change takes its flows down; the next packets add them to the new flowtable, and none is lost
# SPDX-License-Identifier: GPL-2.0
# why: flushed
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local text

	flowtable ip
	connect a udp 10.0.2.2 5000 sport=4000
	taken a udp
	text=$(in_ gw nft list ruleset) || die "nft list ruleset failed"
	rules <<-NFT
		flush ruleset
		$text
	NFT
	let_go 3
	begin
	t send a c2s 1 size=100
	finish
	is nft "packets on the slow path" = 1 "$(slow)"
	is ct "offloaded connections" = 1 "$(offloaded)"
	taken a udp
}
