# proves: what hardware forwards is added to the connection's counters, with "counter" in the flowtable
# SPDX-License-Identifier: GPL-2.0
# since: 5.14 before, the timeout was 30 s for all flows (commit 1d91d2e1a7f7)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	setting nf_flowtable_udp_timeout 3
	hardware
	FB_OFFLOAD=forward flowtable ip options=counter
	must in_ gw bash -c 'echo 1 >/proc/sys/net/netfilter/nf_conntrack_acct'
	connect a udp 10.0.2.2 5000
	rules_come "$(ways)"
	begin
	both_ways a udp
	finish
	is hardware "packets that hardware forwarded" = $((50 * $(ways))) "$(by_hardware)"
	# The kernel asks hardware once a second, when a tenth of the timeout has passed. Three packets came before.
	until_ 5 counted 103 || true
	is ct "packets of the connection's counters" = 103 "$(ct_packets)"
}

# counted N: returns true if the connection has counted so many packets
counted() {
	(($(ct_packets) >= $1))
}

ct_packets() {
	in_ gw conntrack -L -p udp 2>/dev/null | grep -o 'packets=[0-9]*' | awk -F = '{ n += $2 } END { print n + 0 }'
}
