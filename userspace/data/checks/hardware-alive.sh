# proves: a UDP flow whose packets only hardware sees stays in the flowtable, and in conntrack, as long as they come
# SPDX-License-Identifier: GPL-2.0
# since: 5.14 before, the timeout was 30 s for all flows (commit 1d91d2e1a7f7)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	setting nf_flowtable_udp_timeout 3
	short_conntrack
	hardware
	offloading ip
	connect a udp 10.0.2.2 5000
	rules_come "$(ways)"
	begin
	busy a udp 9
	finish
	is ct "connections in hardware, 9 s later" = 1 "$(in_hardware udp dport=5000)"
	is hardware "packets that hardware forwarded" '>=' 9 "$(by_hardware)"
	is hook "packets on the fast path of software" = 0 "$(by_software)"
	is nft "packets on the slow path" = 0 "$(slow)"
	is hardware "rules that were given up meanwhile" = 0 "$(hw destroy)"
	is hardware "questions for statistics" '>=' 2 "$(hw stats)"
	closed
}
