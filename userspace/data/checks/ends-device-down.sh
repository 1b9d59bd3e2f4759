# proves: a device that goes down loses its flows; after it is up again, they return to the flowtable
# SPDX-License-Identifier: GPL-2.0
# why: device-down
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a udp 10.0.2.2 5000
	taken a udp
	must ip_ gw link set out0 down
	let_go 3
	must ip_ gw link set out0 up
	must ip_ gw -batch - <<-BATCH
		neighbour replace 10.0.2.2 lladdr 02:fb:00:00:02:02 dev out0 nud permanent
	BATCH
	begin
	t send a c2s 1 size=100
	finish
	is nft "packets on the slow path" = 1 "$(slow)"
	warm a udp
	taken a udp
}
