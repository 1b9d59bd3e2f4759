# proves: after a change of routes, all packets of a flow take the new route at once
# SPDX-License-Identifier: GPL-2.0
# why: stale
# why: 5.10 -
# fails: 5.10 the flow keeps the old route (commit 2738d9d963bd)
# danger: 5.10 an offloaded flow keeps its route after routes have changed: delete the connection (conntrack -D)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs
	flowtable ip devices='in0, out0, mid0'
	connect a udp 10.0.2.2 5000
	taken a udp
	watch old gw out0 out=1
	watch new other eth0
	must ip_ gw route replace 10.0.2.2/32 via 10.0.3.2 dev mid0
	begin
	try send a c2s 20 size=100
	finish
	t seen new dst=10.0.2.2
	is wire "packets on the new route" = 20 "$(got n)"
	t seen old dst=10.0.2.2
	is wire "packets on the old route" = 0 "$(got n)"
	is nft "packets on the slow path" '>=' 1 "$(slow)"
	closes
}
