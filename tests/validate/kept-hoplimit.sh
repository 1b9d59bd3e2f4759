# proves: a packet whose hop limit ends here takes the slow path, which says so to the sender, and one with one more arrives with 1
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	an_offloaded_flow 6
	watch at-client client eth0
	watch at-server server eth0
	begin
	from_client6 10 ttl=1
	finish
	all_slow 10
	t seen at-client proto=58
	is wire "errors at the client" = 10 "$(got n)"
	begin
	from_client6 10 ttl=2
	finish
	is hook "packets with hop limit 2, of the fast path" = 10 "$(fast)"
	t seen at-server ttl=1 csum=ok
	is wire "of these at the server, with hop limit 1" = 10 "$(got n)"
}
