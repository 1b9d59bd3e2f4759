# proves: an IPv6 packet with an extension header takes the slow path
# SPDX-License-Identifier: GPL-2.0
# why: extension
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	an_offloaded_flow 6
	watch at-server server eth0
	begin
	# Destination options: six bytes of padding.
	from_client6 10 exthdr=60,000104000000
	finish
	all_slow 10
	t seen at-server src=fd00:1::2 ttl=63
	is wire "packets at the server" = 10 "$(got n)"
}
