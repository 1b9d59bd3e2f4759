# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
#                          fb-<id>-gw
#     generator        +------------------+        sink
#   10.0.1.2 … .33  -->| in0         out0 |-->  10.0.2.2 … .33 (.254: end of tunnels)
#   fd00:1::2 … ::21   | .1.1        .2.1 |      fd00:2::2 … ::21, fd00:2::fe
#                      +------------------+
#
# A gateway for rounds. Both devices are of the module's kind flowbench_sink, so nothing but
# the gateway's own path lies between them. The files of bench/with (--with) turn the gateway
# into a path: rules, tunnels with fixed keys, VLAN devices, sysctls.
#
# Every address behind a device that packets come from or lead to is a permanent neighbour. IPv6 is off unless a file of --with
# turns it on. The only routes are those of the two devices.
#
# With hosts.sysctl among the files, real hosts stand at the ends of the same gateway:
#
#   fb-<id>-client                                     fb-<id>-server
#   +-----------+  veth  +------------------+  veth  +----------------+
#   | eth0      |--------| in0         out0 |--------| eth0           |
#   | 10.0.1.2  |        |                  |        | 10.0.2.2, .254 |
#   +-----------+        +------------------+        +----------------+
#
# With wire.sysctl among the files, in0 is the end of a veth in place of a sink device. The generator
# transmits by the other end, wire0, so that the driver of in0 receives the packets.
#
#                          fb-<id>-gw
#     generator  veth  +------------------+        sink
#   wire0 -------------| in0         out0 |-->
#                      +------------------+
#
# With nic.sysctl among the files, in0 and out0 are NICs of the machine (confirm.nics), whose cables lead to another
# machine. No module of flowbench is needed. out0 has no queue, as the sink has none.
#
#                  cable  +------------------+  cable
#  another machine -------| in0         out0 |------- another machine
#                         +------------------+
#
# With wireguard.ip among the files, there is a far end while the lab is built. It makes a session with
# the gateway over a veth pair. Then the gateway's peer moves to 10.0.2.254, and the far end goes: the
# session stays for three minutes of the guest.
#
#   fb-<id>-gw                   fb-<id>-far
#   +-------------------+ veth  +------------------+
#   | wg0          far0 |-------| eth0         wg0 |
#   |          10.0.4.1 |       | 10.0.4.254       |
#   +-------------------+       +------------------+

topology_nodes=(gw)
bench_hosts=32
bench_tracked=65536
bench_buckets=4096
bench_ports=50000

topology_needs() {
	lab_need_tools ip modprobe awk
	[[ $LAB_WITH != *.nft* ]] || lab_need_tools nft
	[[ $LAB_WITH != *.bridge* ]] || lab_need_tools bridge
	[[ $LAB_WITH != *.socat* ]] || lab_need_tools socat nsenter setsid
	[[ $LAB_WITH != *.ethtool* ]] || lab_need_tools ethtool
	bench_has nic.sysctl || [[ -d /sys/module/flowbench ]] || lab_die "module flowbench is not loaded: insmod flowbench.ko"
	! bench_has hosts.sysctl || lab_need_tools ethtool ping
	! bench_has wire.sysctl || lab_need_tools ethtool
	! bench_has nic.sysctl || lab_need_tools tc
	! bench_has wireguard.ip || lab_need_tools wg
	[[ $LAB_WITH != *.xdp-forward* ]] || lab_need_tools xdp-forward mountpoint
	bench_modules
	lab_need_modules "${bench_modules[@]}"
}

bench_modules() {
	read -r -d '' -a bench_modules < <(lab_with_modules) || true
}

bench_has() {
	[[ ,$LAB_WITH, == *",$1,"* ]]
}

topology_build() {
	bench_modules
	lab_load_modules "${bench_modules[@]}"
	# The hash's size decides how long its chains are, so it must be the same in each run.
	if [[ " ${bench_modules[*]} " == *" nf_conntrack "* ]]; then
		lab_track $((${LAB_FLOWS:-0} > bench_tracked ? LAB_FLOWS : bench_tracked))
	fi
	lab_node gw
	lab_sysctl gw "$LAB_CONF/gateway.sysctl"
	if bench_has hosts.sysctl; then
		lab_node client
		lab_node server
		lab_veth client eth0 gw in0
		lab_veth server eth0 gw out0
	elif bench_has nic.sysctl; then
		bench_nics
	else
		bench_sinks
	fi
	lab_with gw
	bench_addresses | ip -n "$(lab_ns gw)" -batch -
	bench_has hosts.sysctl || bench_spread
	! bench_has nic.sysctl || lab_wait 10 bench_carriers || lab_die "a NIC has no carrier"
	! bench_has vlan.ip || lab_wait 5 bench_settled || true
	! bench_has wireguard.ip || bench_wireguard
	if bench_has hosts.sysctl; then
		bench_host client 1
		bench_host server 2
		bench_tunnel_end
		lab_wait 10 bench_reach 10.0.2.2 || lab_die "no answer from the server"
		! bench_has ipv6.sysctl || lab_wait 10 bench_reach fd00:2::2 ||
			lab_die "no answer from the server over IPv6"
	fi
}

bench_sinks() {
	local gw

	gw=$(lab_ns gw)
	if bench_has wire.sysctl; then
		bench_wire
		ip -n "$gw" link add out0 address 02:fb:00:00:02:01 type flowbench_sink
		return
	fi
	ip -n "$gw" link add in0 address 02:fb:00:00:01:01 mtu 9000 type flowbench_sink ||
		lab_die "cannot create a device of kind flowbench_sink: load the module flowbench"
	ip -n "$gw" link add out0 address 02:fb:00:00:02:01 mtu 9000 type flowbench_sink
}

# Moves the NICs of nic.sysctl into the gateway.
bench_nics() {
	local gw end dev mac name

	gw=$(lab_ns gw)
	for end in in0=02:fb:00:00:01:01 out0=02:fb:00:00:02:01; do
		dev=${end%%=*} mac=${end#*=}
		name=$(lab_nic "$mac") || lab_die "no NIC $mac for $dev: boot with --nics topologies/bench/confirm.nics"
		printf 'gw %s %s\n' "$dev" "$name" >>"$LAB_STATE/nics"
		ip link set "$name" down
		ip link set "$name" netns "$gw" name "$dev"
	done
	lab_enter gw tc qdisc replace dev out0 root noqueue
	lab_no_queue_limit gw out0
}

# Makes the veth of wire.sysctl. in0 has GRO, and wire0 sends no superpackets: so in0 polls, with XDP or
# without. Both ends are in the gateway, and wire0 has no address.
bench_wire() {
	local gw

	gw=$(lab_ns gw)
	ip -n "$gw" link add in0 address 02:fb:00:00:01:01 type veth peer name wire0 address 02:fb:00:00:01:02
	lab_run gw ethtool -K in0 gro on >/dev/null
	lab_run gw ethtool -K wire0 tso off gso off >/dev/null
	ip -n "$gw" link set wire0 up
}

# Prints ip -batch lines that set the devices up and add addresses: to in0 and out0, or to the
# VLAN device in0.10 and out0.
bench_addresses() {
	local in=in0 out=out0

	printf 'link set in0 up\nlink set out0 up\n'
	if bench_has vlan.ip; then
		in=in0.10
		printf 'link set %s up\n' "$in"
	fi
	printf 'address add 10.0.1.1/24 dev %s\naddress add 10.0.2.1/24 dev %s\n' "$in" "$out"
	! bench_has ipv6.sysctl ||
		printf 'address add fd00:%d::1/64 dev %s nodad\n' 1 "$in" 2 "$out"
	bench_has hosts.sysctl || bench_neighbours "$in" "$out"
}

# bench_neighbours IN OUT: prints ip -batch lines for the hosts that flows lead to, and for those that they come from: one
# for each 50,000 flows, and no more, as each neighbour may be in front of another one.
bench_neighbours() {
	local host from=$((${LAB_FLOWS:-0} / bench_ports + 1))

	((from < bench_hosts)) || from=$bench_hosts
	printf 'neighbour add 10.0.2.254 lladdr 02:fb:00:00:02:02 dev %s nud permanent\n' "$2"
	for ((host = 2; host < bench_hosts + 2; host++)); do
		((host >= from + 2)) || printf 'neighbour add 10.0.1.%d lladdr 02:fb:00:00:01:02 dev %s nud permanent\n' "$host" "$1"
		printf 'neighbour add 10.0.2.%d lladdr 02:fb:00:00:02:02 dev %s nud permanent\n' "$host" "$2"
	done
	bench_has ipv6.sysctl || return 0
	printf 'neighbour add fd00:2::fe lladdr 02:fb:00:00:02:02 dev %s nud permanent\n' "$2"
	for ((host = 2; host < bench_hosts + 2; host++)); do
		((host >= from + 2)) || printf 'neighbour add fd00:1::%x lladdr 02:fb:00:00:01:02 dev %s nud permanent\n' "$host" "$1"
		printf 'neighbour add fd00:2::%x lladdr 02:fb:00:00:02:02 dev %s nud permanent\n' "$host" "$2"
	done
}

# Makes the kernel's tables of neighbours large, so that a next hop is found at once. In a table of their own size chance
# puts a neighbour behind another one, at 7 instructions a packet, and which is drawn once a boot for all labs. A table
# grows when it holds more than one neighbour a bucket, from 8 buckets on, and never shrinks: so it is done once a boot.
bench_spread() {
	bench_grow arp_cache 10.128.%d.%d 10.128.0.0/9
	! bench_has ipv6.sysctl || bench_grow ndisc_cache fd00:80::%d:%d fd00:80::/32
}

# bench_grow TABLE FORMAT PREFIX: adds neighbours to out0 until the table has grown, and removes them.
bench_grow() {
	local gw i

	gw=$(lab_ns gw)
	(($(bench_size "$1") < bench_buckets)) || return 0
	for ((i = 0; i <= bench_buckets / 2; i++)); do
		# shellcheck disable=SC2059 # a format
		printf "neighbour add $2 lladdr 02:fb:00:00:02:03 dev out0 nud permanent\n" $((i / 250)) $((i % 250 + 1))
	done | ip -n "$gw" -batch -
	ip -n "$gw" neighbour flush dev out0 to "$3" nud permanent >/dev/null
}

# bench_size TABLE: prints how many buckets it has: 8, doubled each time it has grown
bench_size() {
	local grows sum=0

	while read -r _ _ _ grows _; do
		sum=$((sum + 16#$grows))
	done < <(tail -n +2 "/proc/net/stat/$1")
	printf '%d\n' $((8 << sum))
}

# Returns true if in0.10 is up. A VLAN device comes up some time after the device below it. The
# kernel then flushes its routes, and with them every flow: so wait before the first packet.
bench_settled() {
	[[ $(lab_run gw cat /sys/class/net/in0.10/operstate) == up ]]
}

# Makes a session of the gateway's wg0, and leaves it without a far end.
bench_wireguard() {
	local gw far peer

	gw=$(lab_ns gw) far=$(lab_ns far)
	peer=$(sed -n 's/^PublicKey = //p' "$LAB_CONF/wireguard-gw.conf")
	lab_node far
	lab_veth gw far0 far eth0
	lab_address gw far0 10.0.4.1/24
	lab_address far eth0 10.0.4.254/24
	ip -n "$far" link add wg0 type wireguard
	ip -n "$far" link set wg0 up
	lab_run gw wg setconf wg0 "$LAB_CONF/wireguard-gw.conf"
	lab_run far wg setconf wg0 "$LAB_CONF/wireguard-far.conf"
	lab_wait 10 bench_session || lab_die "WireGuard makes no session"
	lab_run gw wg set wg0 peer "$peer" endpoint 10.0.2.254:51820
	ip netns delete "$far"
	lab_wait 10 bench_alone || lab_die "WireGuard's far end does not go"
}

# Returns true if the gateway may send: it has received something by the new session.
bench_session() {
	[[ $(lab_run gw wg show wg0 latest-handshakes) =~ [[:space:]][1-9] ]]
}

bench_carriers() {
	lab_carrier gw in0 && lab_carrier gw out0
}

bench_alone() {
	! ip -n "$(lab_ns gw)" link show far0
}

bench_reach() {
	lab_run client ping -q -c 1 -W 1 "$1"
}

# bench_host NODE NET: sets up a real host behind the gateway.
bench_host() {
	local ns dev=eth0

	ns=$(lab_ns "$1")
	# No superpackets where the generator sends none either.
	lab_run "$1" ethtool -K eth0 gro off
	bench_has superpackets.sysctl || lab_run "$1" ethtool -K eth0 tso off gso off
	ip -n "$ns" link set eth0 up
	if bench_has vlan.ip && [[ $1 == client ]]; then
		dev=eth0.10
		ip -n "$ns" link add link eth0 name "$dev" type vlan id 10
		ip -n "$ns" link set "$dev" up
	fi
	ip -n "$ns" address add "10.0.$2.2/24" dev "$dev"
	ip -n "$ns" address add "10.0.$2.254/24" dev "$dev"
	ip -n "$ns" route add default via "10.0.$2.1"
	bench_has ipv6.sysctl || return 0
	lab_sysctl "$1" "$LAB_CONF/host6.sysctl"
	ip -n "$ns" address add "fd00:$2::2/64" dev "$dev" nodad
	ip -n "$ns" address add "fd00:$2::fe/64" dev "$dev" nodad
	ip -n "$ns" route add default via "fd00:$2::1"
}

# Sets up the server as the other end of the gateway's tunnel: with the same SA, and with a
# policy that accepts what the tunnel decrypts to.
bench_tunnel_end() {
	local file

	for file in ${LAB_WITH//,/ }; do
		[[ $file == esp*.ip ]] || continue
		sed -n -e '/^xfrm state/p' -e 's/ dir out / dir in /p' "$LAB_CONF/with/$file" |
			ip -n "$(lab_ns server)" -batch -
	done
}

topology_whole() {
	[[ -e /run/netns/$(lab_ns gw) ]]
}

topology_check() {
	local dev

	for dev in in0 out0; do
		[[ $(lab_run gw cat "/sys/class/net/$dev/operstate") =~ ^(up|unknown)$ ]] ||
			lab_die "$dev is not up"
	done
	if bench_has hosts.sysctl; then
		bench_reach 10.0.2.2 >/dev/null || lab_die "no answer from the server"
	fi
	printf 'ok: in0 and out0 are up\n'
}

topology_env() {
	cat <<ENV
LAB_ID=$LAB_ID
WITH=$LAB_WITH
FLOWS=$LAB_FLOWS
NS_GATEWAY=$(lab_ns gw)
NS_CLIENT=$(lab_ns client)
NS_SERVER=$(lab_ns server)
DEV_GW_LAN=in0
DEV_GW_WAN=out0
ENV
}
