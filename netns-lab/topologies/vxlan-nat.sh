# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
#        fb-<id>-host                                    fb-<id>-peer
#   +--------------------+                          +--------------------+
#   |  vxlan0  10.4.0.1  | = = = VNI 42, UDP = = =  |  vxlan0  10.4.0.2  |
#   |    |               |                          |    |               |
#   |  eth0  192.168.4.1 |---------- cable ---------|  eth0  192.168.4.2 |
#   +--------------------+          "lan"           +--------------------+
#     NAT and conntrack;                              no conntrack,
#     the traced node                                 no rules
#
# The host reproduces the documented traces vxlan-nat-igb.txt, vxlan-nat-ixgbe-cold.txt and
# udp-fragment-igb.txt: a container host with an overlay network. Each packet passes the rules
# of Kubernetes and Docker twice: as itself, and inside its UDP envelope. Each setting, here
# and in the files of vxlan-nat/, names the call that requires it.
#
# What the host knows when `up` ends (--start):
#
#   warm  The tunnel's flow is tracked, so __nf_conntrack_find_get() finds it.
#         The outer neighbour has its cached header (ip_finish_output() goes
#         straight to skb_push() and dev_queue_xmit()). The inner neighbour is
#         stale (__neigh_event_send() starts its timer).
#   cold  No flow is tracked, and both neighbours are stale.
#
# In both cases one more connection is expected. Since 3.15 the kernel calls
# nf_ct_find_expectation() only if a connection is expected; the documented kernels called it
# for each new flow.
#
# In both cases the tunnel's route cache is out of date, so that ip_route_output_flow() is
# called. The documented kernels had no such cache.

topology_nodes=(host peer)
topology_modules=(nf_conntrack nf_conntrack_netlink nf_nat vxlan nf_tables nft_ct \?nft_chain_nat \?nft_fib_ipv4
	\?sch_fq_codel)
legacy_modules=(iptable_nat iptable_filter xt_comment xt_addrtype xt_MASQUERADE)
nft_modules=(nft_chain_nat nft_fib_ipv4 nft_masq)

topology_needs() {
	lab_need_tools ip tc ethtool bridge ping modprobe nft conntrack
	lab_need_modules "${topology_modules[@]}"
	LAB_START=${LAB_START:-warm}
	if [[ -z $LAB_NAT ]]; then
		LAB_NAT=nft
		! modprobe -qn iptable_nat || ! command -v iptables-legacy-restore >/dev/null ||
			LAB_NAT=legacy
	fi
	case $LAB_NAT in
	legacy)
		lab_need_modules "${legacy_modules[@]}"
		lab_need_tools iptables-legacy-restore
		topology_modules+=("${legacy_modules[@]}")
		;;
	nft)
		lab_need_modules "${nft_modules[@]}"
		topology_modules+=("${nft_modules[@]}")
		;;
	esac
	[[ $LAB_NIC != veth ]] || lab_need_modules veth
}

topology_build() {
	local node

	lab_load_modules "${topology_modules[@]}"
	for node in "${topology_nodes[@]}"; do
		lab_node "$node"
	done
	lab_wire
	build_devices
	build_overlay
	build_start
}

build_devices() {
	# No UDP segmentation by the NIC: udp4_ufo_fragment() makes the two frames. No checksum
	# by the NIC either (skb_checksum() in skb_segment()): the NICs of that time could not
	# compute one for packets in a tunnel.
	lab_run host ethtool -K eth0 tx off tso off gso on >/dev/null
	lab_run host ethtool -K eth0 tx-udp-segmentation off >/dev/null 2>&1 || true
	lab_run peer ethtool -K eth0 gro off
	# _raw_spin_lock(), sch_direct_xmit(): a qdisc with a lock. pfifo_fast had one then.
	ip netns exec "$(lab_ns host)" tc qdisc replace dev eth0 root pfifo
	# The NIC must take both frames at once.
	lab_no_queue_limit host eth0
	lab_sysctl host "$LAB_CONF/host.sysctl"
	lab_address host eth0 192.168.4.1/24
	lab_address peer eth0 192.168.4.2/24
	lab_wait 10 lab_carrier host eth0 || lab_die "eth0 of host has no carrier"
	lab_wait 10 lab_carrier peer eth0 || lab_die "eth0 of peer has no carrier"
	lab_neighbours host eth0 192.168.4.1 peer eth0 192.168.4.2
}

# overlay NODE MAC ADDRESS LOCAL: makes one end of the tunnel. The kernel chooses the UDP source
# port by a hash of the inner packet. A range of one port makes the port repeat; on 7.2 the range
# has two ports, because 7.2 includes the last one. "local" is needed for __ip_dev_find().
overlay() {
	local ns

	ns=$(lab_ns "$1")
	ip -n "$ns" link add vxlan0 address "$2" type vxlan id 42 dev eth0 local "$4" \
		dstport 4789 srcport 49152 49153 nolearning
	lab_address "$1" vxlan0 "$3/24"
}

build_overlay() {
	overlay host 02:fb:00:00:04:01 10.4.0.1 192.168.4.1
	overlay peer 02:fb:00:00:04:02 10.4.0.2 192.168.4.2
	bridge -n "$(lab_ns host)" fdb append 02:fb:00:00:04:02 dev vxlan0 dst 192.168.4.2
	bridge -n "$(lab_ns peer)" fdb append 02:fb:00:00:04:01 dev vxlan0 dst 192.168.4.1
	lab_neighbours host vxlan0 10.4.0.1 peer vxlan0 10.4.0.2
	overlay_ping || lab_die "no answer from the peer through the tunnel"
}

overlay_ping() {
	lab_run host ping -A -q -n -c 1 -W 5 -w 10 10.4.0.2 >/dev/null
}

# Loads the rules and makes the start warm or cold. The rules turn connection tracking on: flows of
# packets sent before are not tracked, flows of packets sent after are.
build_start() {
	local host

	host=$(lab_ns host)
	case $LAB_NAT in
	legacy) lab_run host iptables-legacy-restore <"$LAB_CONF/nat.iptables" ;;
	nft) lab_run host nft -f "$LAB_CONF/nat.nft" ;;
	esac
	lab_sysctl host "$LAB_CONF/track.sysctl"
	expect_another
	if [[ $LAB_START == warm ]]; then
		overlay_ping || lab_die "no answer from the peer through the tunnel"
		# Each socket has its own hash. With 16 sockets, each source port is used.
		lab_run host bash -c 'for ((i = 1; i <= 16; i++)); do
			echo >/dev/udp/10.4.0.2/9
		done'
	else
		stale host eth0 192.168.4.2
	fi
	stale host vxlan0 10.4.0.2
	ip -n "$host" route flush cache
}

# Makes conntrack expect one connection: a datagram to the peer meets the rule of expected.nft. Then
# the chain is deleted, before anything is traced. The table must stay: the expectation is part of
# the table and would be deleted with it.
expect_another() {
	lab_run host nft -f "$LAB_CONF/expected.nft"
	lab_run host bash -c 'echo >/dev/udp/192.168.4.2/9'
	lab_run host nft 'flush chain ip expected output; delete chain ip expected output'
	[[ -n $(lab_run host conntrack --dump expect 2>/dev/null) ]] ||
		lab_die "conntrack expects no connection, although the rule of expected.nft was met"
}

# stale NODE DEV ADDRESS: makes the neighbour stale.
stale() {
	ip -n "$(lab_ns "$1")" neighbour change "$3" dev "$2" nud stale
}

topology_whole() {
	local node

	for node in "${topology_nodes[@]}"; do
		[[ -e /run/netns/$(lab_ns "$node") ]] || return 1
	done
}

topology_check() {
	local before after

	before=$(lab_run host cat /sys/class/net/eth0/statistics/tx_packets)
	overlay_ping || lab_die "no answer from the peer through the tunnel"
	after=$(lab_run host cat /sys/class/net/eth0/statistics/tx_packets)
	((after > before)) || lab_die "the peer was reached, but not through the cable"
	printf 'ok: the peer answers through the tunnel, NAT by %s\n' "$LAB_NAT"
}

topology_env() {
	cat <<END
LAB_ID=$LAB_ID
NIC=$LAB_NIC
NAT=$LAB_NAT
START=$LAB_START
NS_HOST=$(lab_ns host)
NS_PEER=$(lab_ns peer)
DEV_HOST=eth0
DEV_HOST_VXLAN=vxlan0
DEV_PEER=eth0
DEV_PEER_VXLAN=vxlan0
ADDR_HOST=192.168.4.1
ADDR_PEER=192.168.4.2
ADDR_HOST_VXLAN=10.4.0.1
ADDR_PEER_VXLAN=10.4.0.2
END
}
