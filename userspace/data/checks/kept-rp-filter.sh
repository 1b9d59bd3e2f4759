# proves: packets whose source has its way back by another device, with strict rp_filter, make no connection and no flow
# SPDX-License-Identifier: GPL-2.0
# why: unrouted
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip match='meta l4proto udp' devices='in0, out0, mid0'
	must in_ gw sysctl -q -w net.ipv4.conf.mid0.rp_filter=1
	deaf other server
	watch at-server server eth0
	begin
	from_other 10 src=10.0.1.2
	finish
	all_slow 10
	is ct "connections" = 0 "$(tracked udp)"
	t seen at-server src=10.0.1.2
	is wire "packets at the server" = 0 "$(got n)"
}
