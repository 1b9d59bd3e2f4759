# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions about the device list of a flowtable.

# on_devices "DEVICE, DEVICE" marked|unmarked C2S S2C [SLOW]: loads a flowtable with these devices. Claims that flows of IPv4
# and IPv6 are marked as offloaded, or not, and that 50 datagrams of each arrive in each direction, C2S and S2C of them on the
# fast path. A packet on the slow path passes prerouting SLOW times (default: once).
on_devices() {
	local version

	flowtable inet devices="$1"
	for version in 4 6; do
		t udp udp$version client server "$(server_of $version)" 5000
		offloaded_on "$1" udp$version IPv$version "src=$(client_of $version)" "${@:2}"
		try drop udp$version
	done
	must in_ gw nft delete table inet fb
	must in_ gw conntrack -F
}

# offloaded_on "DEVICE, DEVICE" NAME IPV4|IPV6 WORD marked|unmarked C2S S2C [SLOW]: the claims of on_devices, about one connection. WORD is in
# its conntrack line.
offloaded_on() {
	local way wanted marked=0

	[[ $5 != marked ]] || marked=1
	warm "$2" udp
	is ct "offloaded $3 connections with { $1 }" = $marked "$(offloaded udp "$4")"
	for way in c2s s2c; do
		[[ $way == c2s ]] && wanted=$6 || wanted=$7
		begin
		t send "$2" $way 50 size=400
		finish
		is bytes "$3 datagrams that arrived $way, of 50" = 50 "$(got got)"
		is hook "$3 packets $way on the fast path, with { $1 }" = "$wanted" "$(fast)"
		is nft "$3 packets $way at prerouting" = $(((50 - wanted) * ${8:-1})) "$(slow)"
	done
}

# not_found "DEVICE, DEVICE" C2S S2C [SLOW]: the claims of on_devices about a list in which the kernel does not find the device
# at which packets come in. Up to 7.1 the flow was marked all the same (commit 871df5007eda).
not_found() {
	if kernel_before 7.2; then
		on_devices "$1" marked "${@:2}"
	else
		on_devices "$1" unmarked 0 0 "${@:4}"
	fi
}

# hairpin DEV GWDEV MAC: gives the node other the address 10.0.1.3 at DEV, in the client's network. Claims that a flow is
# offloaded that enters and leaves by GWDEV: the client asks the gateway's 10.0.9.1, and NAT leads it to the node other.
hairpin() {
	must ip_ other -batch - <<-BATCH
		address flush dev eth0
		link set $1 up
		address add 10.0.1.3/24 dev $1
		neighbour replace 10.0.1.1 lladdr 02:fb:00:00:01:01 dev $1 nud permanent
		route replace default via 10.0.1.1
	BATCH
	must ip_ gw neighbour replace 10.0.1.3 lladdr "$3" dev "$2" nud permanent
	flowtable ip devices='in0, mid0'
	rules <<-NFT
		table ip nat {
			chain pre {
				type nat hook prerouting priority -100; policy accept;
				ip daddr 10.0.9.1 dnat to 10.0.1.3
			}
			chain post {
				type nat hook postrouting priority 100; policy accept;
				ip saddr 10.0.1.0/24 oifname "$2" masquerade
			}
		}
	NFT
	t udp a client other 10.0.9.1 5000 listen=10.0.1.3:5000
	watch there other "$1"
	offloaded_on 'in0, mid0' a IPv4 src=10.0.1.2 marked 50 50
	t seen there src=10.0.1.1 dport=5000
	is wire "packets that came to the other host, from the gateway's address" '>=' 50 "$(got n)"
}

# hooks_at DEV: prints how many hooks of flowtables a device of the gateway has
hooks_at() {
	in_ gw nft list hooks netdev device "$1" 2>/dev/null | grep -c flow
}

# has_hooks DEV N: claims that the device has N hooks of flowtables. 5.10, and 6.1 as Debian has it, list none.
has_hooks() {
	! modprobe -q nfnetlink_hook || is nft "hooks of flowtables at $1" = "$2" "$(hooks_at "$1")"
}

# no_hooks DEV…: claims that none of the devices has a hook of a flowtable
no_hooks() {
	local dev

	for dev; do
		has_hooks "$dev" 0
	done
}
