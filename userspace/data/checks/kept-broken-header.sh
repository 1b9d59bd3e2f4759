# proves: packets whose IP header is broken make no connection and are not forwarded while no flow is offloaded
# SPDX-License-Identifier: GPL-2.0
# why: malformed
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable inet match='meta l4proto udp'
	deaf client server
	watch at-server server eth0
	begin
	# A wrong checksum, a header of 4 words, a length beyond the frame, and the version of the other protocol.
	send_raw "$(frame4 sum=1111)" "$(frame4 first=44)" "$(frame4 len=0200)" "$(frame4 first=65)" \
		"$(frame6 len=0200)" "$(frame6 first=40000000)"
	finish
	is hook "packets on the fast path" = 0 "$(fast)"
	is ct "connections" = 0 "$(tracked udp)"
	t seen at-server
	is wire "packets at the server" = 0 "$(got n)"
}
