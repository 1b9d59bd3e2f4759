# proves: a FIN $1 conntrack's window does not end an offloaded IPv$V connection: all data arrives, before and after the real FIN
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# fails: 5.10 a connection that the client has closed is offloaded again (commit not found)
# kind: before | before
# kind: beyond | beyond
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local next_c next_s from=from_client wrong=0x20000000

	[[ $V == 4 ]] || from=from_client6
	[[ $KIND == beyond ]] || wrong=-200000
	resend_late
	flowtable "$(family_of "$V")"
	connect a tcp "$(server_of "$V")" 5000 sport=4000
	taken a tcp
	next_segments a
	begin
	$from 1 proto=tcp size=0 flags=FA window=1000 "seq=$(((next_c + wrong) & 0xffffffff))" "ack=$next_s"
	arrives a "after a FIN that was not the connection's" 200000 s2c
	finish
	if kernel_before 6.14; then
		is hook "packets on the fast path then" = 0 "$(fast)"
	else
		note "packets on the fast path then: $(fast)"
	fi
	lives_as_its_state
	arrives a "later" 200000 c2s
	begin
	t close a c
	arrives a "of the server, after the client's FIN" 200000 s2c
	finish
	closes
	# Since 6.14, the collector ends the flow later.
	! kernel_before 6.14 || is ct "offloaded connections that the client has closed" = 0 "$(offloaded tcp dport=5000)"
	lives_as_its_state
	t close a s
	lives_as_its_state
}
