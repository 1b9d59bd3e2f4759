# proves: an established packet that an earlier rule drops does not offload its connection, and does not arrive
# SPDX-License-Identifier: GPL-2.0
# why: dropped
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	# The replies pass, and do not meet the rule that adds flows.
	flowtable ip before='ct state established udp dport 5000 drop' match='ct state established udp dport 5000'
	deaf client server
	from_client 1
	from_server 1
	watch at-server server eth0
	begin
	from_client 10
	finish
	all_slow 10
	is ct "offloaded connections" = 0 "$(offloaded)"
	t seen at-server src=10.0.1.2
	is wire "packets at the server" = 0 "$(got n)"
}
