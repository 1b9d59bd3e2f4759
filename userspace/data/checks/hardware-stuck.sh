# proves: a busy UDP flow leaves hardware that reports no statistics, after nf_flowtable_udp_timeout, and comes back
# SPDX-License-Identifier: GPL-2.0
# since: 5.14 before, the timeout was 30 s for all flows (commit 1d91d2e1a7f7)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	setting nf_flowtable_udp_timeout 3
	hardware stats=stuck
	offloading ip
	connect a udp 10.0.2.2 5000
	rules_come "$(ways)"
	begin
	busy a udp 9
	finish
	is hardware "rules that were given up although packets came" '>=' "$(ways)" "$(hw destroy)"
	is nft "packets on the slow path, which bring the flow back" '>=' 1 "$(slow)"
	is hardware "packets that hardware forwarded" '>=' 4 "$(by_hardware)"
	is hardware "rules that were taken" '>=' $((2 * $(ways))) "$(hw taken)"
	closed
}
