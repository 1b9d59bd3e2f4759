# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
#        fb-<id>-host                                    fb-<id>-peer
#   +--------------------+                          +--------------------+
#   |  vxlan0  10.4.0.1  | = = = VNI 42, UDP = = =  |  vxlan0  10.4.0.2  |
#   |    |               |                          |    |               |
#   |  eth0  192.168.4.1 |---------- cable ---------|  eth0  192.168.4.2 |
#   +--------------------+          "lan"           +--------------------+
#     NAT and conntrack,                              no conntrack,
#     what is traced                                  no rules
#
# The sender is set up after vxlan-nat-igb.txt, vxlan-nat-ixgbe-cold.txt and
# udp-fragment-igb.txt of the documented traces: a container host with an
# overlay network, where each packet meets the rules of Kubernetes and Docker
# twice, once as itself and once inside its UDP envelope. A setting names the
# call that asks for it, here and in the files of vxlan-nat/.
#
# What the sender knows when `up` has ended (--start):
#
#   warm  the tunnel's flow is tracked, so __nf_conntrack_find_get() finds it;
#         the neighbour below has its cached header (ip_finish_output() goes
#         straight to skb_push() and dev_queue_xmit()); the one inside is stale
#         (__neigh_event_send() starts its timer)
#   cold  no flow is tracked, and both neighbours are stale
#
# In both another connection is expected, which nf_ct_find_expectation() is
# asked for: only then since 3.15, for each new flow on the documented kernels.
#
# In both the tunnel has no route at hand: its cache, which the documented
# kernels had not, is out of date, so that ip_route_output_flow() looks it up.

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
	# No UDP segments by hardware (udp4_ufo_fragment() makes two frames) and no
	# checksum either: the NICs of the time had none for what is in a tunnel
	# (skb_checksum() in skb_segment()).
	lab_in host ethtool -K eth0 tx off tso off gso on >/dev/null
	lab_in host ethtool -K eth0 tx-udp-segmentation off >/dev/null 2>&1 || true
	lab_in peer ethtool -K eth0 gro off
	# _raw_spin_lock(), sch_direct_xmit(): a queue with a lock, as pfifo_fast had then
	ip netns exec "$(lab_ns host)" tc qdisc replace dev eth0 root pfifo
	# Both frames at once
	lab_no_queue_limit host eth0
	lab_sysctl host "$LAB_CONF/host.sysctl"
	lab_address host eth0 192.168.4.1/24
	lab_address peer eth0 192.168.4.2/24
	lab_wait 10 lab_carrier host eth0 || lab_die "eth0 of host has no carrier"
	lab_wait 10 lab_carrier peer eth0 || lab_die "eth0 of peer has no carrier"
	lab_neighbours host eth0 192.168.4.1 peer eth0 192.168.4.2
}

# overlay NODE MAC ADDRESS LOCAL: one end. The tunnel's source port is chosen
# from the hash of what it carries: a range of one makes it repeat (of two, on
# 7.2, where the last port belongs to it). An address of its own (local) asks
# for __ip_dev_find().
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
	lab_in host ping -A -q -n -c 1 -W 5 -w 10 10.4.0.2 >/dev/null
}

# The rules make the namespace track connections: what is sent before is not
# known, what is sent after is.
build_start() {
	local host

	host=$(lab_ns host)
	case $LAB_NAT in
	legacy) lab_in host iptables-legacy-restore <"$LAB_CONF/nat.iptables" ;;
	nft) lab_in host nft -f "$LAB_CONF/nat.nft" ;;
	esac
	lab_sysctl host "$LAB_CONF/track.sysctl"
	expect_another
	if [[ $LAB_START == warm ]]; then
		overlay_ping || lab_die "no answer from the peer through the tunnel"
		# Each socket has a hash of its own: so much for either port.
		lab_in host bash -c 'for ((i = 1; i <= 16; i++)); do
			echo >/dev/udp/10.4.0.2/9
		done'
	else
		stale host eth0 192.168.4.2
	fi
	stale host vxlan0 10.4.0.2
	ip -n "$host" route flush cache
}

# A datagram to the peer makes the kernel expect one from it. The chain that
# says so is gone again before anything is traced; what is expected is a part of
# the table, and goes with it.
expect_another() {
	lab_in host nft -f "$LAB_CONF/expected.nft"
	lab_in host bash -c 'echo >/dev/udp/192.168.4.2/9'
	lab_in host nft 'flush chain ip expected output; delete chain ip expected output'
	[[ -n $(lab_in host conntrack --dump expect 2>/dev/null) ]] ||
		lab_die "no connection is expected, though nft was told so"
}

# stale NODE DEV ADDRESS: known, but to be confirmed.
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

	before=$(lab_in host cat /sys/class/net/eth0/statistics/tx_packets)
	overlay_ping || lab_die "no answer from the peer through the tunnel"
	after=$(lab_in host cat /sys/class/net/eth0/statistics/tx_packets)
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
