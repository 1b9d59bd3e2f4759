# proves: a flowtable without counter leaves the counters of its connections alone
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable ip
	must in_ gw bash -c 'echo 1 >/proc/sys/net/netfilter/nf_conntrack_acct'
	connect a udp 10.0.2.2 5000
	before=$(ct_packets)
	taken a udp
	is ct "packets of the connection, more than before" = 0 "$(($(ct_packets) - before))"
}

# Both directions of the one connection.
ct_packets() {
	in_ gw conntrack -L -p udp 2>/dev/null | grep -o 'packets=[0-9]*' | awk -F = '{ n += $2 } END { print n + 0 }'
}
