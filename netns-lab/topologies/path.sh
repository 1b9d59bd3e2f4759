# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
#   fb-<id>-client                fb-<id>-gw                   fb-<id>-server
#   +-----------+  veth  +-----------------------+  veth  +-----------+
#   | eth0      |--------| in0              out0 |--------| eth0      |
#   | 10.0.1.2  |        | .1.1             .2.1 |        | 10.0.2.2  |
#   +-----------+        +-----------------------+        +-----------+
#
# A host between two others, for the scenarios that `flowbench reproduce` makes of a trace: what the traced host sends,
# receives, forwards or bridges. The files of path/with (--with) are its rules and devices.
#
# With bridge.ip among the files, in0 and out0 are ports of a bridge, and the server is 10.0.1.3, in the client's subnet.
# Neighbours are permanent, so that no ARP packet falls into a trace. With ipv6.sysctl among the files, the same hosts have
# addresses of IPv6 as well: fd00:0:0:1::2, ::1, fd00:0:0:2::1 and ::2.

topology_nodes=(client gw server)

topology_needs() {
	lab_need_tools ip ethtool modprobe
	[[ $LAB_WITH != *.nft* ]] || lab_need_tools nft
	[[ ,$LAB_WITH, != *.iptables,* ]] || lab_need_tools iptables-legacy-restore
	[[ ,$LAB_WITH, != *.ip6tables,* ]] || lab_need_tools ip6tables-legacy-restore
	[[ ,$LAB_WITH, != *.iptables-nft,* ]] || lab_need_tools iptables-nft-restore
	[[ $LAB_WITH != *.tc* ]] || lab_need_tools tc
	[[ $LAB_WITH != *.xdp-filter* ]] || lab_need_tools xdp-filter mountpoint
	[[ $LAB_WITH != *.ipvs* ]] || lab_need_tools ipvsadm
	path_modules
	lab_need_modules veth "${path_modules[@]}"
}

path_modules() {
	read -r -d '' -a path_modules < <(lab_with_modules) || true
}

path_bridged() {
	[[ ,$LAB_WITH, == *,bridge.ip,* ]]
}

path_ipv6() {
	[[ ,$LAB_WITH, == *,ipv6.sysctl,* ]]
}

topology_build() {
	local node

	path_modules
	lab_load_modules "${path_modules[@]}"
	for node in "${topology_nodes[@]}"; do
		lab_node "$node"
		! path_ipv6 || lab_sysctl "$node" "$LAB_CONF/with/ipv6.sysctl"
	done
	lab_sysctl gw "$LAB_CONF/gateway.sysctl"
	path_in0
	path_leg client 1 in0
	path_leg server 2 out0
	lab_with gw
	if path_bridged; then path_bridge; else path_route; fi
	lab_wait 10 path_carriers || lab_die "the devices have no carrier"
	# The limit of a NIC's queue holds from its first packet on; before, that packet stops the queue.
	[[ $LAB_NIC == none ]] || path_bridged || lab_enter gw bash -c 'echo >/dev/udp/10.0.1.2/9'
}

# path_leg NODE NET DEV: connects a host with the gateway, by a veth pair unless there is a cable.
path_leg() {
	local gw ns gro='gro off'

	gw=$(lab_ns gw) ns=$(lab_ns "$1")
	if ip -n "$gw" link show dev "$3" >/dev/null 2>&1; then
		# A NIC's GRO is part of what was published.
		gro=''
	else
		ip -n "$gw" link add "$3" address "02:fb:00:00:0$2:01" type veth \
			peer name eth0 address "02:fb:00:00:0$2:02" netns "$ns"
	fi
	# One packet on the cable is one packet in the trace.
	lab_enter "$1" ethtool -K eth0 tso off gso off gro off >/dev/null
	# shellcheck disable=SC2086 # two words, or none
	lab_enter gw ethtool -K "$3" tso off gso off $gro >/dev/null
	ip -n "$gw" link set "$3" up
	ip -n "$ns" link set eth0 up
}

# path_in0: makes the cable of the topology's NICs, if it has one, with the addresses of a veth pair. The QEMU of another
# lab may have NICs of these addresses.
path_in0() {
	[[ $LAB_NIC != none ]] || return 0
	lab_wire
	lab_no_queue_limit gw in0
	ip -n "$(lab_ns gw)" link set in0 address 02:fb:00:00:01:01
	ip -n "$(lab_ns client)" link set eth0 address 02:fb:00:00:01:02
}

path_route() {
	local net

	for net in 1:client:in0 2:server:out0; do
		IFS=: read -r net node dev <<<"$net"
		ip -n "$(lab_ns gw)" address add "10.0.$net.1/24" dev "$dev"
		ip -n "$(lab_ns gw)" neighbour replace "10.0.$net.2" lladdr "02:fb:00:00:0$net:02" dev "$dev" nud permanent
		ip -n "$(lab_ns "$node")" -batch - <<-BATCH
			address add 10.0.$net.2/24 dev eth0
			neighbour replace 10.0.$net.1 lladdr 02:fb:00:00:0$net:01 dev eth0 nud permanent
			route add default via 10.0.$net.1
		BATCH
		! path_ipv6 || path_route6 "$net" "$node" "$dev"
	done
}

# path_route6 NET NODE DEV: IPv6 between the gateway and a host.
path_route6() {
	ip -n "$(lab_ns gw)" -batch - <<-BATCH
		address add fd00:0:0:$1::1/64 dev $3 nodad
		neighbour replace fd00:0:0:$1::2 lladdr 02:fb:00:00:0$1:02 dev $3 nud permanent
	BATCH
	ip -n "$(lab_ns "$2")" -batch - <<-BATCH
		address add fd00:0:0:$1::2/64 dev eth0 nodad
		neighbour replace fd00:0:0:$1::1 lladdr 02:fb:00:00:0$1:01 dev eth0 nud permanent
		route add default via fd00:0:0:$1::1
	BATCH
}

path_bridge() {
	ip -n "$(lab_ns gw)" -batch - <<-BATCH
		address add 10.0.1.1/24 dev br0
		neighbour replace 10.0.1.2 lladdr 02:fb:00:00:01:02 dev br0 nud permanent
		neighbour replace 10.0.1.3 lladdr 02:fb:00:00:02:02 dev br0 nud permanent
	BATCH
	ip -n "$(lab_ns client)" -batch - <<-BATCH
		address add 10.0.1.2/24 dev eth0
		neighbour replace 10.0.1.1 lladdr 02:fb:00:00:03:01 dev eth0 nud permanent
		neighbour replace 10.0.1.3 lladdr 02:fb:00:00:02:02 dev eth0 nud permanent
	BATCH
	ip -n "$(lab_ns server)" -batch - <<-BATCH
		address add 10.0.1.3/24 dev eth0
		neighbour replace 10.0.1.1 lladdr 02:fb:00:00:03:01 dev eth0 nud permanent
		neighbour replace 10.0.1.2 lladdr 02:fb:00:00:01:02 dev eth0 nud permanent
	BATCH
	! path_ipv6 || path_bridge6
	# The bridge learns which port leads where.
	bridge -n "$(lab_ns gw)" fdb replace 02:fb:00:00:01:02 dev in0 master static
	bridge -n "$(lab_ns gw)" fdb replace 02:fb:00:00:02:02 dev out0 master static
}

path_bridge6() {
	local gw client server

	gw=$(lab_ns gw) client=$(lab_ns client) server=$(lab_ns server)
	ip -n "$gw" address add fd00:0:0:1::1/64 dev br0 nodad
	ip -n "$client" address add fd00:0:0:1::2/64 dev eth0 nodad
	ip -n "$server" address add fd00:0:0:1::3/64 dev eth0 nodad
	ip -n "$client" neighbour replace fd00:0:0:1::3 lladdr 02:fb:00:00:02:02 dev eth0 nud permanent
	ip -n "$server" neighbour replace fd00:0:0:1::2 lladdr 02:fb:00:00:01:02 dev eth0 nud permanent
}

path_carriers() {
	lab_carrier client eth0 && lab_carrier gw in0 && lab_carrier gw out0 && lab_carrier server eth0
}

topology_whole() {
	local node

	for node in "${topology_nodes[@]}"; do
		[[ -e /run/netns/$(lab_ns "$node") ]] || return 1
	done
}

topology_check() {
	path_carriers || lab_die "the devices have no carrier"
	printf 'ok: the devices have their carriers\n'
}

topology_env() {
	local server=10.0.2.2 server6=fd00:0:0:2::2

	! path_bridged || server=10.0.1.3 server6=fd00:0:0:1::3
	cat <<-ENV
		LAB_ID=$LAB_ID
		NIC=$LAB_NIC
		WITH=$LAB_WITH
		NS_CLIENT=$(lab_ns client)
		NS_GATEWAY=$(lab_ns gw)
		NS_SERVER=$(lab_ns server)
		DEV_IN=in0
		DEV_OUT=out0
		ADDR_CLIENT=10.0.1.2
		ADDR_GATEWAY_IN=10.0.1.1
		ADDR_GATEWAY_OUT=10.0.2.1
		ADDR_SERVER=$server
		ADDR_LO=127.0.0.1
		ADDR6_CLIENT=fd00:0:0:1::2
		ADDR6_GATEWAY_IN=fd00:0:0:1::1
		ADDR6_GATEWAY_OUT=fd00:0:0:2::1
		ADDR6_SERVER=$server6
		ADDR6_LO=::1
	ENV
}
