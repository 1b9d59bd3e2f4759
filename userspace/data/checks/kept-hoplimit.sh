# proves: a packet with hop limit 1 takes the slow path, which answers with an ICMPv6 error; one with hop limit 2 is forwarded with 1
# SPDX-License-Identifier: GPL-2.0
# why: ttl
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	an_offloaded_flow 6
	watch at-client client eth0
	watch at-server server eth0
	begin
	from_client6 10 ttl=1
	finish
	all_slow 10
	t seen at-client proto=58
	is wire "ICMP errors at the client" = 10 "$(got n)"
	begin
	from_client6 10 ttl=2
	finish
	is hook "packets with hop limit 2 on the fast path" = 10 "$(fast)"
	t seen at-server ttl=1 csum=ok
	is wire "packets at the server with hop limit 1" = 10 "$(got n)"
}
