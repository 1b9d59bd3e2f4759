# proves: a flow that leaves the flowtable gets its protocol's conntrack timeout again
# SPDX-License-Identifier: GPL-2.0
# why: -
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local least=80

	# 1d91d2e1a7f7: before, it was 30 s for all UDP. 5 s have passed, and the collector comes once a second.
	kernel_before 5.14 && least=20
	flowtable ip
	connect a udp 10.0.2.2 5000
	taken a udp
	sleep 35
	is ct "offloaded connections, 35 s later" = 0 "$(offloaded udp dport=5000)"
	begin
	finish
	is kernel "seconds until conntrack forgets the connection" '<=' \
		"$(in_ gw cat /proc/sys/net/netfilter/nf_conntrack_udp_timeout_stream)" "$(seconds_left udp)"
	is kernel "seconds until conntrack forgets the connection" '>=' $least "$(seconds_left udp)"
}
