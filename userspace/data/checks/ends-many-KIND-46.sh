# proves: the kernel frees all that 1000 flows over IPv$V have taken, after $1
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# kind: idle   | their timeout
# kind: table  | their table was deleted
# kind: stale  | their route has changed, and each has sent a packet
# kind: device | their device was removed
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local -A before
	local names

	settled_slabs before
	many_flows "$V" 1000
	names=$(grown before 900)
	is slab "slabs that have grown with the flows: flows and connections" '>=' 2 "$(grep -c . <<<"$names")"
	begin
	"after_$KIND"
	finish
	is ct "offloaded connections" = 0 "$(offloaded)"
	must in_ gw conntrack -F
	until_ 10 no_flow_is_left || true
	until_ 10 nothing_grown before 500 || true
	names=$(grown before 500)
	is slab "slabs that are larger than before${names:+: ${names//$'\n'/ }}" = 0 "$(grep -c . <<<"$names")"
	is kernel "connections that it still counts" = 0 "$(in_ gw cat /proc/sys/net/netfilter/nf_conntrack_count)"
}

after_idle() {
	let_go 60
}

after_table() {
	must in_ gw nft delete table "$(family_of "$V")" fb
	let_go 5
}

after_stale() {
	local i words='dmac=02:fb:00:00:01:01 proto=udp dport=5000 size=64'

	must ip_ gw link set out0 mtu 1400
	for ((i = 1024; i < 2024; i++)); do
		t packet client eth0 1 "$words src=$(client_of "$V") dst=$(server_of "$V") sport=$i"
	done
	# The same packets add new flows.
	let_go 60
}

after_device() {
	must timeout 30 ip -n "$(ns gw)" link delete out0
	let_go 10
}
