# proves: an IPv6 packet larger than the outgoing MTU takes the slow path, which answers with an ICMPv6 error
# SPDX-License-Identifier: GPL-2.0
# why: mtu
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	must ip_ client link set eth0 mtu 9000
	must ip_ gw link set in0 mtu 9000
	an_offloaded_flow 6
	watch at-server server eth0
	watch at-client client eth0
	begin
	from_client6 10 size=2000
	finish
	all_slow 10
	is snmp "packets rejected as too big" = 10 "$(d snmp6.Ip6InTooBigErrors)"
	t seen at-server src=fd00:1::2
	is wire "packets at the server" = 0 "$(got n)"
	t seen at-client proto=58
	is wire "ICMP errors at the client" '>=' 1 "$(got n)"
}
