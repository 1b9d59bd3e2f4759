# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions that put other devices between the client and the gateway, or between the gateway and the server.

# --- legs that move --------------------------------------------------------------

# move_host HOST N GWOLD DEV GWDEV: moves the host's addresses from eth0 to DEV, and the gateway's on network N from GWOLD to
# GWDEV, and makes the neighbours permanent again. Both devices must exist.
move_host() {
	must ip_ gw -batch - <<-BATCH
		address flush dev $3
		link set $5 up
		address add 10.0.$2.1/24 dev $5
		address add fd00:$2::1/64 dev $5 nodad
		neighbour replace 10.0.$2.2 lladdr 02:fb:00:00:0$2:02 dev $5 nud permanent
		neighbour replace fd00:$2::2 lladdr 02:fb:00:00:0$2:02 dev $5 nud permanent
	BATCH
	must ip_ "$1" -batch - <<-BATCH
		address flush dev eth0
		link set $4 up
		address add 10.0.$2.2/24 dev $4
		address add fd00:$2::2/64 dev $4 nodad
		neighbour replace 10.0.$2.1 lladdr 02:fb:00:00:0$2:01 dev $4 nud permanent
		neighbour replace fd00:$2::1 lladdr 02:fb:00:00:0$2:01 dev $4 nud permanent router
		route replace default via 10.0.$2.1
		route replace default via fd00:$2::1
	BATCH
	# A device on top of another one comes up a little later.
	until_ 5 leg_is_up "$5" || die "$5 does not come up"
	settle
}

# move_leg DEV GWDEV: moves the client's leg. move_server_leg DEV GWDEV: moves the server's.
move_leg() {
	move_host client 1 in0 "$@"
}

move_server_leg() {
	move_host server 2 out0 "$@"
}

# add_vlan [GWDEV]: makes VLAN 10 of the client's eth0, and of a device of the gateway (default: in0). add_bridge: makes the
# bridge br0 of the gateway, with in0 as its port.
add_vlan() {
	local dev=${1:-in0}

	must ip_ client link add link eth0 name eth0.10 type vlan id 10
	must ip_ gw link add link "$dev" name "$dev.10" type vlan id 10
	must ip_ client link set eth0.10 up
	must ip_ gw link set "$dev.10" up
}

add_bridge() {
	must ip_ gw link add br0 address 02:fb:00:00:01:01 type bridge
	must ip_ gw link set in0 master br0
	must ip_ gw link set br0 up
}

# add_qinq: makes VLAN 20 within VLAN 10, of type 802.1ad, of the client's eth0 and of the gateway's in0
add_qinq() {
	must ip_ client link add link eth0 name eth0.10 type vlan protocol 802.1ad id 10
	must ip_ client link add link eth0.10 name eth0.10.20 type vlan id 20
	must ip_ client link set eth0.10 up
	must ip_ gw link add link in0 name in0.10 type vlan protocol 802.1ad id 10
	must ip_ gw link add link in0.10 name in0.10.20 type vlan id 20
	must ip_ gw link set in0.10 up
}

# vlan_leg, qinq_leg, bridge_leg: move the client's leg to a VLAN, to a VLAN within a VLAN, and to a bridge of the gateway
vlan_leg() {
	add_vlan
	move_leg eth0.10 in0.10
}

qinq_leg() {
	add_qinq
	move_leg eth0.10.20 in0.10.20
}

bridge_leg() {
	add_bridge
	move_leg eth0 br0
}

# pppoe_vlan_leg, pppoe_bridge_leg, pppoe_vlan_bridge_leg: move the client's leg to a PPPoE session within a VLAN, to one
# through a bridge of the gateway, and to one within a VLAN through a bridge
pppoe_vlan_leg() {
	add_vlan
	pppoe_leg eth0.10 in0.10
}

pppoe_bridge_leg() {
	add_bridge
	pppoe_leg eth0 br0
}

pppoe_vlan_bridge_leg() {
	add_bridge
	add_vlan br0
	pppoe_leg eth0.10 br0.10
}

# pppoe_leg [DEV GWDEV [MTU]]: moves the client's leg to a PPPoE session, number 7, between these devices (default: eth0 and
# in0), with the MTU that LCP would have negotiated
pppoe_leg() {
	local far near

	t pppoe client "${1:-eth0}" 02:fb:00:00:01:01 7
	far=$(got dev)
	t pppoe gw "${2:-in0}" 02:fb:00:00:01:02 7
	near=$(got dev)
	must ip_ client link set "$far" mtu "${3:-1492}"
	must ip_ gw link set "$near" mtu "${3:-1492}"
	move_leg "$far" "$near"
}

# --- the server's leg -------------------------------------------------------------

# wireguard_leg: makes a WireGuard tunnel between gateway and server, to the server's 10.0.8.2 and fd00:8::2
wireguard_leg() {
	local node private=() public=() i

	for i in 0 1; do
		# Any 32 bytes are a private key.
		private[i]=$(printf 'a key of the lab of flowbench: %d' $i | base64)
		public[i]=$(wg pubkey <<<"${private[i]}") || die "wg pubkey failed"
	done
	for node in gw server; do
		must ip_ $node link add wg0 type wireguard
		[[ $node == gw ]] && i=0 || i=1
		must in_ $node wg set wg0 listen-port 51820 private-key <(printf '%s\n' "${private[i]}") peer "${public[1 - i]}" \
			endpoint 10.0.2.$((2 - i)):51820 allowed-ips 0.0.0.0/0,::/0
		must ip_ $node link set wg0 up
	done
	must ip_ gw route add 10.0.8.0/24 dev wg0
	must ip_ gw route add fd00:8::/64 dev wg0
	must ip_ server address add 10.0.8.2/32 dev wg0
	must ip_ server address add fd00:8::2/128 dev wg0 nodad
	must ip_ server route add 10.0.1.0/24 dev wg0
	must ip_ server route add fd00:1::/64 dev wg0
	settle
}

# --- waiting ----------------------------------------------------------------------

# settle: waits until the gateway does not renew its IPv6 routes any more, which would end flows. It renews them
# when an address is no longer tentative, and once a second for links that have come up (linkwatch_event(),
# rt6_sync_up()).
settle() {
	until_ 5 no_address_is_tentative || die "an IPv6 address of the gateway is still tentative after 5 s"
	read -r -t 1.1 <> <(:) || true
}

no_address_is_tentative() {
	[[ -z $(ip_ gw -6 address show tentative) ]]
}

leg_is_up() {
	[[ $(ip_ gw -o link show "$1") =~ \ state\ (UP|UNKNOWN)\  ]]
}
