# proves: the flowtable forwards IPv$V packets whose headers are not in the linear part of the packet, and no others
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	jumbo
	flowtable inet
	connect a udp "$(server_of "$V")" 5000 sport=4000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	# Another transport protocol.
	paged "$("frame$V" l4="$(large_udp)")" "$("frame$V" proto=06 l4="$(large_tcp)")"
	is nft "frames of another protocol on the slow path" = 10 "$(slow)"
}
