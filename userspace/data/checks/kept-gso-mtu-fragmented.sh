# proves: superpackets without DF whose segments are larger than the outgoing MTU take the slow path, which fragments them
# SPDX-License-Identifier: GPL-2.0
# why: mtu segments
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	must in_ client sysctl -qw net.ipv4.ip_no_pmtu_disc=1
	wide_segments
	flowtable ip
	connect tcp tcp 10.0.2.2 5000
	is ct "offloaded connections" = 1 "$(offloaded tcp dport=5000)"
	watch wire gw out0 out=1
	begin
	# A packet that is too long as it is, and then superpackets: how many segments these have is TCP's choice.
	t send tcp c2s 5000
	transfer c2s 1000000
	finish
	is nft "this packet and superpackets on the slow path" '>=' $((1 + 1000000 / 65535)) "$(slow)"
	is snmp "datagrams that were fragmented" '>=' $((1 + 1000000 / 9000)) "$(d snmp.Ip.FragOKs)"
	t seen wire frag=no len=8960
	is wire "segments that were sent whole" = 0 "$(got n)"
	closes
}
