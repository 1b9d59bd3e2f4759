# proves: bytes after the end of an IPv6 packet of an offloaded flow are not forwarded
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet
# fails: all the fast path forwards them: it does not check the length of the packet (commit 0995210753a2)
# danger: all a neighbour's frame with the addresses and ports of an offloaded flow is forwarded with what follows the packet: we know no rule that closes this
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable inet
	connect a udp fd00:2::2 5000 sport=4000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	watch at-server server eth0
	begin
	send_raw "$(frame6)" "$(frame6 len=0050)$(zeros 1000)"
	finish
	is dev "frames received" = 4 "$(d dev.in0.rx)"
	t seen at-server
	is wire "of them at the server" = 4 "$(got n)"
	is dev "bytes sent to the server, in four frames of 134" = 536 "$(d dev.out0.tx_bytes)"
}
