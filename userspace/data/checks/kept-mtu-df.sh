# proves: a datagram larger than the MTU with DF set takes the slow path, which answers with an ICMP error
# SPDX-License-Identifier: GPL-2.0
# why: mtu
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	must ip_ client link set eth0 mtu 9000
	must ip_ gw link set in0 mtu 9000
	an_offloaded_flow 4
	watch at-server server eth0
	watch at-client client eth0
	begin
	from_client 10 size=2000 df=1
	finish
	all_slow 10
	is snmp "packets that could not be fragmented" = 10 "$(d snmp.Ip.FragFails)"
	t seen at-server src=10.0.1.2
	is wire "packets at the server" = 0 "$(got n)"
	t seen at-client proto=icmp
	is wire "ICMP errors at the client" '>=' 1 "$(got n)"
}
