# proves: an IPv4 datagram larger than the outgoing MTU takes the slow path, which fragments it
# SPDX-License-Identifier: GPL-2.0
# why: mtu
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	must ip_ client link set eth0 mtu 9000
	must ip_ gw link set in0 mtu 9000
	an_offloaded_flow 4
	watch at-server server eth0
	begin
	from_client 10 size=2000 df=0
	finish
	all_slow 10
	is snmp "fragmented packets" = 10 "$(d snmp.Ip.FragOKs)"
	is snmp "fragments" = 20 "$(d snmp.Ip.FragCreates)"
	t seen at-server src=10.0.1.2
	is wire "fragments at the server" = 20 "$(got n)"
}
