# proves: a connection survives a device that goes down and up five times, and all data arrives
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a tcp 10.0.2.2 5000
	begin
	for _ in 1 2 3 4 5; do
		t send a c2s 500000
		is bytes "bytes that arrived, of 500000" = 500000 "$(got bytes)"
		must ip_ gw link set out0 down
		must ip_ gw link set out0 up
		must ip_ gw neighbour replace 10.0.2.2 lladdr 02:fb:00:00:02:02 dev out0 nud permanent
	done
	t send a c2s 500000
	is bytes "bytes that arrived, of 500000" = 500000 "$(got bytes)"
	finish
	# 3 MB are 46 superpackets at least. After each flap, some take the slow path.
	is hook "packets on the fast path" '>=' 23 "$(fast)"
	closes
}
