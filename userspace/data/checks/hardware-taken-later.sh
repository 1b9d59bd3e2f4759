# proves: a flow whose rules hardware has refused gets them once hardware takes them, as its packets come
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	hardware refuse=1
	offloading ip
	connect a udp 10.0.2.2 5000
	rules_come "$(ways)"
	is hardware "rules" = 0 "$(hw rules)"
	is hardware "rules that were refused" '>=' "$(ways)" "$(hw refused)"
	hardware_set refuse=0
	# The kernel gives them again at most once a second.
	until_ 8 another_packet || true
	is hardware "rules, once hardware takes them" = "$(ways)" "$(hw rules)"
	is ct "connections in hardware" = 1 "$(in_hardware udp dport=5000)"
	closed
}

another_packet() {
	t send a c2s 1 size=100
	has_rules "$(ways)"
}
