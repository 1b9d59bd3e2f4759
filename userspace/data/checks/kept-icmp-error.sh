# proves: an ICMP error about an offloaded connection takes the slow path, arrives, and leaves the flow as it is
# SPDX-License-Identifier: GPL-2.0
# why: related
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local inner l4

	an_offloaded_flow 4
	# The server says "port unreachable" about a packet of the flow: its IP header, and 8 bytes.
	inner=$(frame4 l4="$(udp4 0050)")
	inner=${inner:28:56}
	l4=0301$(sum "0301000000000000$inner")00000000$inner
	watch at-client client eth0
	begin
	t packet server eth0 10 raw="$(frame4 to=02fb00000201 from=02fb00000202 proto=01 addresses=0a0002020a000102 l4="$l4")"
	finish
	all_slow 10
	t seen at-client src=10.0.2.2 proto=1
	is wire "errors at the client" = 10 "$(got n)"
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
}
