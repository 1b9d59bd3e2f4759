# proves: a frame for another host's MAC address makes no connection and is not forwarded while no flow is offloaded
# SPDX-License-Identifier: GPL-2.0
# why: other-host
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable inet match='meta l4proto udp'
	deaf client server
	watch at-server server eth0
	begin
	send_raw "$(frame4 to=02fb00000177)" "$(frame6 to=02fb00000177)"
	finish
	is hook "packets on the fast path" = 0 "$(fast)"
	is ct "connections" = 0 "$(tracked udp)"
	t seen at-server
	is wire "packets at the server" = 0 "$(got n)"
}
