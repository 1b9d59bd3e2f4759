# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
#                                ESP tunnel, 10.0.1.0/24 <-> 10.0.3.0/24
#                                  ==============================
#   fb-<id>-client            fb-<id>-gw                  fb-<id>-gw2           fb-<id>-server
#  +--------------+  cable  +------------+   cable   +------------------+ veth +--------------+
#  |         eth0 |---------| lan0  wan0 |-----------| wan0        lan0 |------| eth0         |
#  |     10.0.1.2 |  "lan"  | .1.1  .2.1 |   "wan"   | .2.2        .3.1 |      | 10.0.3.2     |
#  +--------------+         +------------+           +------------------+      +--------------+
#                            flowtable on             no conntrack, no
#                            lan0 and wan0,           rules
#                            the traced node
#
# The gateway reproduces the documented trace flowtable-esp-gateway.txt. Each setting, here
# and in the files of esp-gateway/, names the call of that trace that requires it. When `up`
# ends, caches are warm or cold as that trace's first packet found them:
#
#   warm  Neighbours with their cached headers: ip_finish_output2() goes
#         straight to dev_queue_xmit(), on both sides of the gateway.
#   warm  Both SAs: xfrm_input() finds use_time set. The secpath needs no fresh
#         slab, and the trailer no fresh page.
#   warm  The kernel's TCP hash: __inet_lookup_established() draws no seed.
#   cold  Connection tracking: hash_conntrack_raw() draws its seed in the first
#         packet, and __nf_conntrack_alloc() gets the first slab.
#   cold  The flow, and the xfrm bundle (which these kernels do not cache).
#
# So pings go through the tunnel first, and the rules are loaded after them: the rules turn
# connection tracking on in a namespace.

topology_nodes=(client gw gw2 server)
esp_modules=()

# Loaded by name: the guest has no udev, and nft requests its modules too late for the sysctls.
# nf_nat is needed without a NAT chain, for __nf_nat_decode_session() in the policy check.
# nf_conntrack_netlink is needed for ctnetlink_conntrack_event().
topology_modules=(
	nf_conntrack nf_conntrack_netlink nf_nat
	nf_tables nft_ct nf_flow_table nft_flow_offload
	xfrm_user esp4
	\?sch_fq_codel
)

topology_needs() {
	read -r -a esp_modules < <(lab_esp_modules)
	lab_need_tools ip tc ethtool nft ping modprobe nsenter unshare setsid \
		mount charon-systemd swanctl
	lab_need_file /etc/strongswan.conf /etc/swanctl
	lab_need_modules "${topology_modules[@]}" "${esp_modules[@]}"
	[[ $LAB_NIC != veth ]] || lab_need_modules veth
}

topology_build() {
	local node

	lab_load_modules "${topology_modules[@]}" "${esp_modules[@]}"
	for node in "${topology_nodes[@]}"; do
		lab_node "$node"
	done
	lab_wire
	lab_veth gw2 lan0 server eth0
	build_devices
	build_addresses
	build_routes
	build_tunnel
	build_warmth
	build_rules
}

build_devices() {
	local end dev

	# One packet on the cable is one packet in the trace.
	for end in client server; do
		lab_run "$end" ethtool -K eth0 tso off gso off gro off
	done
	for dev in lan0 wan0; do
		# Without GRO, dev_gro_receive() is a leaf, and gro_cells_receive() hands the
		# decrypted packet to netif_rx(). Both are documented.
		lab_run gw ethtool -K "$dev" gro off
		lab_run gw2 ethtool -K "$dev" gro off
		# __qdisc_run() > fq_codel_dequeue() after sch_direct_xmit()
		ip netns exec "$(lab_ns gw)" tc qdisc replace dev "$dev" root fq_codel
		# Each packet must be sent at once: virtio_net has byte queue limits since 6.11.
		lab_no_queue_limit gw "$dev"
	done
}

build_addresses() {
	local end

	lab_sysctl gw "$LAB_CONF/gateway.sysctl"
	lab_sysctl gw2 "$LAB_CONF/router.sysctl"
	lab_address client eth0 10.0.1.2/24
	lab_address gw lan0 10.0.1.1/24
	lab_address gw wan0 10.0.2.1/24
	lab_address gw2 wan0 10.0.2.2/24
	lab_address gw2 lan0 10.0.3.1/24
	lab_address server eth0 10.0.3.2/24
	for end in client:eth0 gw:lan0 gw:wan0 gw2:wan0 gw2:lan0 server:eth0; do
		lab_wait 10 lab_carrier "${end%:*}" "${end#*:}" ||
			lab_die "${end#*:} of ${end%:*} has no carrier"
	done
	lab_neighbours client eth0 10.0.1.2 gw lan0 10.0.1.1
	lab_neighbours gw wan0 10.0.2.1 gw2 wan0 10.0.2.2
	lab_neighbours gw2 lan0 10.0.3.1 server eth0 10.0.3.2
}

build_routes() {
	local gw

	gw=$(lab_ns gw)
	ip -n "$(lab_ns client)" route add default via 10.0.1.1
	ip -n "$(lab_ns server)" route add default via 10.0.3.1
	ip -n "$gw" route add 10.0.3.0/24 via 10.0.2.2
	ip -n "$(lab_ns gw2)" route add 10.0.1.0/24 via 10.0.2.1

	# The documented calls of fib4_rule_action() look up a table that does not exist, then
	# local, then main. So strongSwan's rule (priority 220) must come before the rule for
	# local, and that rule moves from 0 to 32765. Setups with VRFs move it too.
	ip -n "$gw" rule add priority 32765 lookup local
	ip -n "$gw" rule delete priority 0 lookup local
}

build_tunnel() {
	local had_xfrmi=''

	[[ ! -d /sys/module/xfrm_interface ]] || had_xfrmi=y
	lab_charon gw2
	lab_charon gw
	# charon asks whether XFRM interfaces exist, and the kernel loads xfrm_interface for it.
	# That module's handler comes first: xfrmi4_rcv() instead of the documented xfrm4_rcv().
	# So unload the module if it was not loaded before.
	[[ -n $had_xfrmi ]] || modprobe -qr xfrm_interface 2>/dev/null || true
	lab_swanctl_load gw2
	lab_swanctl_load gw
	lab_swanctl_initiate gw lan
}

# Sends pings through the tunnel while nothing tracks connections yet. The pings have 1300 bytes:
# virtio_net neither copies that many to the skb's head nor can build a head around its buffer.
# So the SA takes its trailer's page, and skb_page_frag_refill() is a leaf in p4.
build_warmth() {
	local received=0

	tunnel_ping client 2 || lab_die "no answer from the server through the tunnel"
	# virtio_net refills its ring at each 33rd packet, when more than half of the NAPI
	# budget has been used. In the documented trace the SYN-ACK is such a packet
	# (try_fill_recv() in p2a), and no packet on the client's side is. So the gateway pings
	# until wan0 has received 32 packets modulo 33.
	if [[ $LAB_NIC == virtio ]]; then
		received=$(lab_run gw cat /sys/class/net/wan0/statistics/rx_packets)
		((received % 33 == 32)) ||
			tunnel_ping gw $(((65 - received % 33) % 33)) ||
			lab_die "no answer from the server through the tunnel"
	fi
	# The connection is refused. That is enough to seed the TCP hash.
	# shellcheck disable=SC2016
	lab_run client bash -c ': <>/dev/tcp/127.0.0.1/9' 2>/dev/null || true
}

build_rules() {
	lab_run gw nft -f "$LAB_CONF/gateway.nft"
}

# tunnel_ping NODE COUNT: pings the server through the tunnel, each ping as soon as the previous
# one is answered.
tunnel_ping() {
	local from=()

	[[ $1 != gw ]] || from=(-I 10.0.1.1)
	lab_run "$1" ping -A -q -n -c "$2" -W 5 -w 10 -s 1300 "${from[@]}" 10.0.3.2 >/dev/null
}

topology_whole() {
	local node

	for node in "${topology_nodes[@]}"; do
		[[ -e /run/netns/$(lab_ns "$node") ]] || return 1
	done
	lab_charon_alive gw && lab_charon_alive gw2
}

# Prints how many bytes the gateway's SA towards gw2 has encrypted.
tunnel_bytes() {
	ip -n "$(lab_ns gw)" -s xfrm state list src 10.0.2.1 dst 10.0.2.2 |
		sed -n '/lifetime current/{n;s/^[^0-9]*\([0-9]*\)(bytes.*/\1/p;q}'
}

topology_check() {
	local gw before after node flowtables

	gw=$(lab_ns gw)
	for node in gw gw2; do
		[[ $(ip -n "$(lab_ns "$node")" xfrm state list | grep -c '^src') -eq 2 ]] ||
			lab_die "$node does not hold one SA for each direction"
	done
	flowtables=$(ip netns exec "$gw" nft list flowtables)
	[[ $flowtables == *"devices = { lan0, wan0 }"* ]] ||
		lab_die "no flowtable on lan0 and wan0"
	before=$(tunnel_bytes)
	tunnel_ping client 2 || lab_die "no answer from the server through the tunnel"
	after=$(tunnel_bytes)
	((after > before)) || lab_die "the server was reached, but not through the tunnel"
	printf 'ok: server answers through %s, %d bytes encrypted\n' \
		"$LAB_ESP" $((after - before))
}

topology_env() {
	cat <<EOF
LAB_ID=$LAB_ID
NIC=$LAB_NIC
ESP=$LAB_ESP
NS_CLIENT=$(lab_ns client)
NS_GATEWAY=$(lab_ns gw)
NS_GATEWAY2=$(lab_ns gw2)
NS_SERVER=$(lab_ns server)
DEV_CLIENT=eth0
DEV_GW_LAN=lan0
DEV_GW_WAN=wan0
DEV_GW2_WAN=wan0
DEV_GW2_LAN=lan0
DEV_SERVER=eth0
ADDR_CLIENT=10.0.1.2
ADDR_GW_LAN=10.0.1.1
ADDR_GW_WAN=10.0.2.1
ADDR_GW2_WAN=10.0.2.2
ADDR_GW2_LAN=10.0.3.1
ADDR_SERVER=10.0.3.2
EOF
}
