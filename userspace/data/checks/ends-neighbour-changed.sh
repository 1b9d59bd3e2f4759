# proves: a flow uses the next hop's new MAC address at once
# SPDX-License-Identifier: GPL-2.0
# why: -
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs
	flowtable ip
	connect a udp 10.0.2.2 5000
	taken a udp
	must ip_ server link set eth0 address 02:fb:00:00:02:99
	must ip_ server neighbour replace 10.0.2.1 lladdr 02:fb:00:00:02:01 dev eth0 nud permanent
	must ip_ gw neighbour replace 10.0.2.2 lladdr 02:fb:00:00:02:99 dev out0 nud permanent
	taken a udp
}
