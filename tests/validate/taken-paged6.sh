# proves: the flowtable forwards IPv6 packets whose headers are not in the linear part of the packet, and no others
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	jumbo
	flowtable inet
	connect a udp fd00:2::2 5000 sport=4000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	# Another transport protocol.
	paged "$(frame6 l4="$(large_udp)")" "$(frame6 proto=06 l4="$(large_tcp)")"
	is nft "frames of another protocol on the slow path" = 10 "$(slow)"
}
