# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The smallest network with a fast path, for tests of the module:
#
#	fb-t-c           fb-t-gw            fb-t-s
#	  c0 ---------- c1    s1 ---------- s0
#	10.9.1.2   10.9.1.1  10.9.2.1   10.9.2.2
#
# The gateway forwards. net_flowtable adds a flowtable that offloads TCP. The links carry only the
# packets that a test sends: neighbours are permanent, so there is no ARP. No device has an IPv6
# link-local address, so the kernel sends no solicitations and no multicast reports.

net_down() {
	local ns

	for ns in fb-t-c fb-t-gw fb-t-s; do
		ip netns del "$ns" 2>/dev/null || true
	done
}

net_up() {
	net_spaces
	ip -n fb-t-gw link add c1 type veth peer name c0 netns fb-t-c
	ip -n fb-t-gw link add s1 type veth peer name s0 netns fb-t-s
	net_ends
}

# net_up_nics: as net_up, with the NICs and cables of the VM (esp-gateway.nics)
net_up_nics() {
	net_spaces
	net_nic fb-t-c c0 02:fb:00:00:01:02
	net_nic fb-t-gw c1 02:fb:00:00:01:01
	net_nic fb-t-gw s1 02:fb:00:00:02:01
	net_nic fb-t-s s0 02:fb:00:00:02:02
	net_ends
}

# net_nic NETNS DEV MAC: moves the NIC, and back when the test ends
net_nic() {
	local name

	name=$(net_find_nic "$3")
	on_exit ip -n "$1" link set "$2" netns $$ name "$name"
	on_exit ip -n "$1" link set "$2" down
	ip link set "$name" down
	ip link set "$name" netns "$1" name "$2"
}

# net_find_nic MAC: prints the name of the VM's NIC with this address, or fails
net_find_nic() {
	local path

	for path in /sys/class/net/*; do
		[[ -e $path/device && $(<"$path/address") == "$1" ]] && printf '%s\n' "${path##*/}" && return
	done
	return 1
}

net_spaces() {
	local ns

	net_down
	on_exit net_down
	for ns in fb-t-c fb-t-gw fb-t-s; do
		ip netns add "$ns"
		ip -n "$ns" link set lo up
	done
}

net_ends() {
	ip -n fb-t-gw addr add 10.9.1.1/24 dev c1
	ip -n fb-t-gw addr add 10.9.2.1/24 dev s1
	ip -n fb-t-c addr add 10.9.1.2/24 dev c0
	ip -n fb-t-s addr add 10.9.2.2/24 dev s0
	net_end fb-t-c c0 10.9.1.1 "$(net_mac fb-t-gw c1)"
	net_end fb-t-gw c1 10.9.1.2 "$(net_mac fb-t-c c0)"
	net_end fb-t-gw s1 10.9.2.2 "$(net_mac fb-t-s s0)"
	net_end fb-t-s s0 10.9.2.1 "$(net_mac fb-t-gw s1)"
	ip -n fb-t-c route add default via 10.9.1.1
	ip -n fb-t-s route add default via 10.9.2.1
	ip netns exec fb-t-gw sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward'
}

net_mac() {
	ip netns exec "$1" cat "/sys/class/net/$2/address"
}

# net_end NETNS DEV NEIGHBOUR MAC: sets the device up, without IPv6 and with a permanent neighbour
net_end() {
	ip -n "$1" link set "$2" addrgenmode none
	ip -n "$1" link set "$2" up
	ip -n "$1" neigh replace "$3" lladdr "$4" dev "$2" nud permanent
}

net_flowtable() {
	ip netns exec fb-t-gw nft -f - <<-'NFT'
		table inet fbt {
			flowtable ft {
				hook ingress priority 0
				devices = { c1, s1 }
			}
			chain forward {
				type filter hook forward priority 0; policy accept
				ct state established meta l4proto tcp flow add @ft
			}
		}
	NFT
}

# net_packets: sends packets: standard input has a line "NODE DEV COUNT KEY=VALUE…" for each kind
# (flowbench traffic --help)
net_packets() {
	local said

	said=$(sed 's/^/packet /' | userspace/flowbench traffic --id t) && ! grep -v '^ok ' <<<"$said"
}

# Starts an iperf3 server that runs until the test ends, and waits until it listens.
net_server() {
	ip netns exec fb-t-s iperf3 -s -p 5201 >/dev/null 2>&1 &
	on_exit kill $!
	wait_until 20 net_listens
}

net_listens() {
	ip netns exec fb-t-s ss -Hltn 'sport = :5201' | grep -q 5201
}

# net_send ARGUMENTS…: sends TCP from client to server, for at most NET_SEND_SECONDS (120); iperf3's arguments say how
# much
net_send() {
	timeout "${NET_SEND_SECONDS:-120}" ip netns exec fb-t-c iperf3 -c 10.9.2.2 -p 5201 "$@" >/dev/null 2>&1
}
