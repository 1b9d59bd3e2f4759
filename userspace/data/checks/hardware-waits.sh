# proves: while hardware takes its time with a rule, the flow is on the fast path of software, and flowbench why says that it waits
# SPDX-License-Identifier: GPL-2.0
# why: hardware-waiting=1
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	hardware sleep=1500
	offloading ip
	connect a udp 10.0.2.2 5000
	taken a udp
	is hardware "rules" = 0 "$(hw rules)"
	is ct "connections in hardware" = 0 "$(in_hardware udp dport=5000)"
	until_ 12 has_rules "$(ways)" || true
	is hardware "rules, later" = "$(ways)" "$(hw rules)"
	hardware_set sleep=0
	ends_all
}
