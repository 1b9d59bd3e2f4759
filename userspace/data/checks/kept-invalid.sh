# proves: packets that conntrack takes for invalid, as their UDP checksum is wrong, add no flow
# SPDX-License-Identifier: GPL-2.0
# why: invalid
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local wrong

	flowtable ip match='meta l4proto udp'
	deaf client server
	wrong=$(udp4 0050)
	# The checksum is the last field of UDP's header.
	wrong=${wrong:0:12}$(printf %04x $((16#${wrong:12:4} ^ 1)))${wrong:16}
	watch at-server server eth0
	begin
	send_raw "$(frame4 l4="$wrong")"
	finish
	all_slow 2
	is ct "connections" = 0 "$(tracked udp)"
	t seen at-server src=10.0.1.2
	is wire "packets at the server" = 2 "$(got n)"
}
