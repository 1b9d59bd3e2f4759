# proves: IPv4 packets of an offloaded flow with options of each kind, also broken ones, take the slow path
# SPDX-License-Identifier: GPL-2.0
# why: options
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local options sent=0
	# End, no operation, record route, timestamps, security, loose and strict source route, stream, router alert, CIPSO, MTU
	# probe, unknown ones; then with a length that is 0, 1, or more than there is.
	local all='00000000 01010101 07070400000000 44080500000000 820b0000000000000000000 83070400000000 89070400000000 88040001
		94040000 8606000000010000 0b040578 1e040000 de040000 07000000 07010000 07ff0000 44000000 44ff0100 83ff0400 94ff0000 de00'

	an_offloaded_flow 4
	begin
	for options in $all; do
		while ((${#options} % 8)); do
			options+='0'
		done
		send_raw "$(frame4 first="4$(printf %x $((5 + ${#options} / 8)))" options="$options")"
		sent=$((sent + 2))
	done
	finish
	is dev "packets received" = $sent "$(d dev.in0.rx)"
	is hook "packets on the fast path" = 0 "$(fast)"
	is hook "packets that the flowtable dropped" = 0 "$(fast_dropped)"
	is nft "packets on the slow path" = $sent "$(slow)"
	is snmp "packets with an error in the header" '>=' 16 "$(d snmp.Ip.InHdrErrors)"
}
