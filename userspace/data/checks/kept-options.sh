# proves: a packet with IP options takes the slow path
# SPDX-License-Identifier: GPL-2.0
# why: options
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	an_offloaded_flow 4
	watch at-server server eth0
	begin
	from_client 10 options=01010101
	finish
	all_slow 10
	t seen at-server src=10.0.1.2 ttl=63 csum=ok
	is wire "packets at the server" = 10 "$(got n)"
}
