# proves: IPv4 packets with a wrong header length are not forwarded, also where another part of the header looks like the ports of an offloaded flow
# SPDX-License-Identifier: GPL-2.0
# why: malformed
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local case words ports

	drop_invalid
	flowtable inet
	watch at-server server eth0
	# The header's length in words, and what stands there: identification and fragment offset are not a flow's ports.
	for case in 0=16384,100 2=16401,4369 3=2560,258 4=2560,514; do
		words=${case%=*} ports=${case#*=}
		connect "flow$words" udp 10.0.2.2 "${ports#*,}" sport="${ports%,*}"
		is ct "offloaded connections to port ${ports#*,}" = 1 "$(offloaded udp sport="${ports%,*}" dport="${ports#*,}")"
		t clear at-server
		begin
		send_raw "$(frame4 first="4$words" sum=1111 len=0064)" "$(frame4 first="4$words" len=0064)"
		finish
		is hook "packets with a header of $words words on the fast path" = 0 "$(fast)"
		is snmp "of them with an error in the header" = 4 "$(d snmp.Ip.InHdrErrors)"
		t seen at-server
		is wire "of them at the server" = 0 "$(got n)"
	done
}
