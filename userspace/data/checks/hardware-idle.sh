# proves: a UDP flow in hardware leaves it after nf_flowtable_udp_timeout without packets
# SPDX-License-Identifier: GPL-2.0
# since: 5.14 before, the timeout was 30 s for all flows (commit 1d91d2e1a7f7)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	setting nf_flowtable_udp_timeout 3
	hardware
	offloading ip
	connect a udp 10.0.2.2 5000
	rules_come "$(ways)"
	is hardware "rules" = "$(ways)" "$(hw rules)"
	until_ 10 has_rules 0 || true
	is hardware "rules, after the wait" = 0 "$(hw rules)"
	is hardware "rules that were given up" = "$(ways)" "$(hw destroy)"
	is ct "connections in hardware" = 0 "$(in_hardware udp dport=5000)"
	is ct "tracked connections" = 1 "$(tracked udp dport=5000)"
	closed
}
