# proves: a busy UDP flow leaves hardware that reports no statistics, after nf_flowtable_udp_timeout, and comes back
# SPDX-License-Identifier: GPL-2.0
# why: expired hardware-silent=1
# since: 5.14 before, the timeout was 30 s for all flows (commit 1d91d2e1a7f7)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local before

	setting nf_flowtable_udp_timeout 3
	hardware stats=stuck
	offloading ip
	connect a udp 10.0.2.2 5000
	rules_come "$(ways)"
	begin
	busy a udp 9
	# At this moment hardware has the flow, and was asked about it.
	before=$(silent)
	until_ 5 more_silent || true
	finish
	is hardware "rules that were given up although packets came" '>=' "$(ways)" "$(hw destroy)"
	is nft "packets on the slow path, which bring the flow back" '>=' 1 "$(slow)"
	is hardware "packets that hardware forwarded" '>=' 4 "$(by_hardware)"
	is hardware "rules that were taken" '>=' $((2 * $(ways))) "$(hw taken)"
	closed
}

# silent: prints how many questions for statistics were answered with nothing
silent() {
	sed -n '1s/.* silent=\([0-9]*\) .*/\1/p' "$FB_HW/observed"
}

more_silent() {
	(($(silent) > before))
}
