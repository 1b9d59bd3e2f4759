# proves: packets with the tuple of an offloaded flow that arrive on a third leg are not forwarded by the flowtable
# SPDX-License-Identifier: GPL-2.0
# why: other-device
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip devices='in0, out0, mid0'
	connect a udp 10.0.2.2 5000 sport=4000
	taken a udp
	watch at-server server eth0
	begin
	from_other 10 src=10.0.1.2
	finish
	is hook "packets on the fast path" = 0 "$(fast)"
	is nft "packets on the slow path, which has reverse path filters and rules" = 10 "$(slow)"
	closes
}
