# proves: a flow leaves the flowtable in time while nothing else happens on the machine
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local idle=14 left=118 at_most=6 before seconds

	# The connection is given the rest of conntrack's timeout when its flow leaves, which shows when that was.
	if kernel_before 5.14; then
		idle=45 left=30 at_most=34
	else
		setting nf_flowtable_udp_timeout 2
	fi
	flowtable ip
	connect a udp 10.0.2.2 5000
	taken a udp
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	before=$(interrupts)
	sleep $idle
	note "interrupts in these $idle s: $(($(interrupts) - before))"
	seconds=$(seconds_left udp)
	is ct "offloaded connections after $idle s" = 0 "$(offloaded udp dport=5000)"
	is ct "connections still tracked" = 1 "$(tracked udp dport=5000)"
	is kernel "seconds until the flow left, from the seconds that are left to its connection" '<=' $at_most "$((idle - (left - seconds)))"
}
