# proves: packets of an offloaded IPv$V TCP connection that take the slow path (with options or an extension header) are not invalid, and it stays offloaded
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local side next_c next_s from at seq ack more invalid

	resend_late
	drops_invalid "$(family_of "$V")"
	connect a tcp "$(server_of "$V")" 5000 sport=4000
	begin
	moved a "on the fast path" 1000000 c2s s2c
	finish
	is hook "packets on the fast path" '>=' 32 "$(fast)"
	invalid=$(invalid_packets)
	next_segments a
	[[ $V == 4 ]] && more=options=01010101 || more=exthdr=60
	for side in client server; do
		from=from_$side at=client seq=$next_s ack=$next_c
		[[ $side == server ]] || at=server seq=$next_c ack=$next_s
		[[ $V == 4 ]] || from+='6'
		watch arrived $at eth0
		begin
		$from 10 proto=tcp size=0 flags=A window=1000 "seq=$seq" "ack=$ack" "$more"
		finish
		is nft "packets of the $side on the slow path" = 10 "$(slow)"
		is nft "packets that the rules dropped as invalid" = 0 "$(d nft.fb_invalid)"
		t seen arrived proto=tcp seq="$seq"
		is wire "packets of the $side that arrived" = 10 "$(got n)"
		t drop arrived
	done
	is netlink "packets that connection tracking found invalid" = 0 "$(($(invalid_packets) - invalid))"
	taken a tcp
}
