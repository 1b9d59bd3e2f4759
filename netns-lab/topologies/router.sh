# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
#   fb-<id>-client                fb-<id>-gw                   fb-<id>-server
#   +-----------+  veth  +-----------------------+  veth  +-----------+
#   | eth0      |--------| in0              out0 |--------| eth0      |
#   | 10.0.1.2  |        | .1.1             .2.1 |        | 10.0.2.2  |
#   | fd00:1::2 |        | mid0 .3.1             |        | fd00:2::2 |
#   +-----------+        +-----------------------+        +-----------+
#                              | veth
#                        +-----------+
#                        | eth0      |  fb-<id>-other: client and server do
#                        | 10.0.3.2  |  not send through this leg
#                        | fd00:3::2 |
#                        +-----------+
#
# A plain router between two hosts, over IPv4 and IPv6, with a third leg. Each validation check
# adds its own rules and devices. All devices have GSO and GRO, as those of a gateway have: TCP is
# forwarded in superpackets. Neighbours are permanent, so no node sends ARP or neighbour
# solicitations. So nobody tells a host that its next hop is a router, and its entry says it
# (router). Without that flag IPv6 purges the MTU of a path (rt6_age_examine_exception()).

topology_nodes=(client gw server other)
topology_modules=(
	veth nf_conntrack nf_conntrack_netlink nf_tables nft_ct \?nft_counter
	nf_flow_table \?nf_flow_table_inet \?nf_flow_table_ipv4 \?nf_flow_table_ipv6
	nft_flow_offload nf_nat nft_chain_nat
)

topology_needs() {
	lab_need_tools ip nft ethtool modprobe
	lab_need_modules veth nf_conntrack nf_tables nf_flow_table nft_flow_offload
}

topology_build() {
	local node

	lab_load_modules "${topology_modules[@]}"
	for node in "${topology_nodes[@]}"; do
		lab_node "$node"
		lab_enter "$node" nft -f "$LAB_CONF/quiet.nft"
	done
	lab_sysctl gw "$LAB_CONF/gateway.sysctl"
	router_leg client 1 in0
	router_leg server 2 out0
	router_leg other 3 mid0
	# Wait until the kernel has seen the new links. It looks for them once a second
	# (linkwatch_event()) and renews their IPv6 routes (rt6_sync_up()). A flow that existed
	# already would then leave the flowtable.
	read -r -t 1.1 <> <(:) || true
	lab_enter gw nft -f "$LAB_CONF/count.nft"
}

# router_leg NODE NET DEV: sets up a host and the gateway's device that leads to it.
router_leg() {
	local gw ns host=02:fb:00:00:0$2:02 port=02:fb:00:00:0$2:01

	gw=$(lab_ns gw) ns=$(lab_ns "$1")
	ip -n "$gw" link add "$3" address "$port" type veth peer name eth0 address "$host" netns "$ns"
	# veth has GSO by default, and GRO on request. It gives GRO what comes from a device without TSO.
	lab_enter "$1" ethtool -K eth0 gro on >/dev/null
	lab_enter gw ethtool -K "$3" gro on >/dev/null
	ip -n "$gw" -batch - <<-BATCH
		link set $3 up
		address add 10.0.$2.1/24 dev $3
		address add fd00:$2::1/64 dev $3 nodad
		neighbour replace 10.0.$2.2 lladdr $host dev $3 nud permanent
		neighbour replace fd00:$2::2 lladdr $host dev $3 nud permanent
	BATCH
	ip -n "$ns" -batch - <<-BATCH
		link set eth0 up
		address add 10.0.$2.2/24 dev eth0
		address add fd00:$2::2/64 dev eth0 nodad
		neighbour replace 10.0.$2.1 lladdr $port dev eth0 nud permanent
		neighbour replace fd00:$2::1 lladdr $port dev eth0 nud permanent router
		route add default via 10.0.$2.1
		route add default via fd00:$2::1
	BATCH
}

topology_whole() {
	local node

	for node in "${topology_nodes[@]}"; do
		[[ -e /run/netns/$(lab_ns "$node") ]] || return 1
	done
}

topology_check() {
	lab_run client ping -q -c 1 -W 5 10.0.2.2 >/dev/null || lab_die "no answer from the server"
	lab_run client ping -q -c 1 -W 5 fd00:2::2 >/dev/null ||
		lab_die "no answer from the server over IPv6"
	printf 'ok: client and server reach each other, over IPv4 and IPv6\n'
}

topology_env() {
	cat <<ENV
LAB_ID=$LAB_ID
NIC=$LAB_NIC
NS_CLIENT=$(lab_ns client)
NS_GATEWAY=$(lab_ns gw)
NS_SERVER=$(lab_ns server)
NS_OTHER=$(lab_ns other)
ENV
}
