# proves: a flowtable without counter does not change the counters of its connections
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	must in_ gw bash -c 'echo 1 >/proc/sys/net/netfilter/nf_conntrack_acct'
	connect a udp 10.0.2.2 5000
	before=$(ct_packets)
	taken a udp
	is ct "packets added to the connection's counters" = 0 "$(($(ct_packets) - before))"
}

# Prints the packets of the only UDP connection, in both directions.
ct_packets() {
	in_ gw conntrack -L -p udp 2>/dev/null | grep -o 'packets=[0-9]*' | awk -F = '{ n += $2 } END { print n + 0 }'
}
