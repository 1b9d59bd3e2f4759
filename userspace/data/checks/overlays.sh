# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for overlays, as Calico and kube-proxy use a flowtable: a tunnel's device between the gateway and the server, and a
# service with destination NAT into the tunnel and masquerade.

fb_overlay=''

# overlay KIND VERSION: makes a tunnel of this kind between the gateway and the server; its device is fb_overlay at both ends. The
# gateway is 10.0.8.1 and fd00:8::1 there, and the server 10.0.8.2 and fd00:8::2. KIND: vxlan, vxlan-udpcsum, geneve, gre, ipip,
# or wireguard.
overlay() {
	fb_overlay=over0
	case $1 in
	ipip | wireguard)
		[[ $1 == ipip ]] && fb_overlay=tun0 || fb_overlay=wg0
		if [[ $1 == ipip ]]; then ip_tunnel "$2"; else wireguard_leg; fi
		must ip_ gw link set $fb_overlay mtu 1400
		must ip_ server link set $fb_overlay mtu 1400
		must ip_ gw address add "$(address_of "$2" 8 1)" dev $fb_overlay
		must ip_ server route add "$(address_of "$2" 8 1)" dev $fb_overlay
		;;
	*) overlay_devices "$1" ;;
	esac
	settle
}

# overlay_devices KIND: makes both ends of over0
overlay_devices() {
	local node n=1 below=out0 csum=noudpcsum
	local -a type

	[[ $1 != vxlan-udpcsum ]] || csum=udpcsum
	for node in gw server; do
		case $1 in
		vxlan*) type=(vxlan id 42 local "10.0.2.$n" remote "10.0.2.$((3 - n))" dstport 4789 dev "$below" "$csum") ;;
		geneve) type=(geneve id 42 remote "10.0.2.$((3 - n))" dstport 6081) ;;
		gre) type=(gre local "10.0.2.$n" remote "10.0.2.$((3 - n))") ;;
		esac
		must ip_ $node link add over0 type "${type[@]}"
		[[ $1 == gre ]] || must ip_ $node link set over0 address 02:fb:00:00:08:0$n
		must ip_ $node link set over0 mtu 1400 up
		must ip_ $node address add 10.0.8.$n/24 dev over0
		must ip_ $node address add fd00:8::$n/64 dev over0 nodad
		if [[ $1 != gre ]]; then
			must ip_ $node neighbour replace 10.0.8.$((3 - n)) lladdr 02:fb:00:00:08:0$((3 - n)) dev over0 nud permanent
			must ip_ $node neighbour replace fd00:8::$((3 - n)) lladdr 02:fb:00:00:08:0$((3 - n)) dev over0 nud permanent
		fi
		n=2 below=eth0
	done
}

# outer KIND VERSION: prints what the packets around those of an overlay are like, as keys
outer() {
	case $1 in
	vxlan*) printf 'proto=udp dport=4789' ;;
	geneve) printf 'proto=udp dport=6081' ;;
	gre) printf 'proto=47' ;;
	ipip) printf 'proto=%s' "$(ip_in_ip "$2")" ;;
	wireguard) printf 'proto=udp dport=51820' ;;
	esac
}

# service VERSION: translates port 5000 of 10.0.9.1 or fd00:9::1 to the server's port 5005 in the overlay, and masquerades what
# leaves through the overlay. ask NAME PROTO VERSION: opens a connection to the service.
service() {
	local far

	far=$(far_of "$1")
	[[ $1 == 4 ]] || far="[$far]"
	rules <<-NFT
		table $(family_of "$1") nat {
			chain pre {
				type nat hook prerouting priority -100; policy accept;
				$(family_of "$1") daddr $(address_of "$1" 9 1) meta l4proto { tcp, udp } th dport 5000 dnat to $far:5005
			}
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname $fb_overlay masquerade
			}
		}
	NFT
}

ask() {
	local far

	far=$(far_of "$3")
	[[ $3 == 4 ]] || far="[$far]"
	t "$2" "$1" client server "$(address_of "$3" 9 1)" 5000 "listen=$far:5005"
	warm "$1" "$2"
}

# overlay_closes: claims that all packets that came to the hooks of in0 and of the overlay were taken by the flowtable, and that
# the slow path has received only the packets around them
overlay_closes() {
	is sum "fast = packets that came to the hook of in0 and $fb_overlay" = "$(d nft.in0_all "nft.${fb_overlay}_all")" \
		$(($(fast) + $(fast_dropped)))
	is sum "packets on the slow path = those that came to the hook of out0" = "$(d nft.out0_all)" "$(slow)"
}

# overlaid KIND VERSION: claims that datagrams and superpackets of TCP to a service behind an overlay take the fast path in both
# directions, translated and masqueraded, with the overlay's device in the flowtable's list; that all data arrives; and that
# nothing leaves without the packet around it.
overlaid() {
	local dev gw

	gw=$(address_of "$2" 8 1)
	overlay "$1" "$2"
	flowtable inet devices="in0, $fb_overlay"
	service "$2"
	for dev in in0 $fb_overlay out0; do
		count_ingress "$dev" 1500
	done
	ask udp udp "$2"
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	watch wire gw out0 out=1
	watch inside server $fb_overlay
	[[ $1 != vxlan* ]] || count_sums server
	begin
	both_ways udp udp
	finish
	is hook "datagrams on the fast path" = 100 "$(fast)"
	overlay_closes
	overlay_wire "$1" "$2" udp 50
	case $1 in
	vxlan) is nft "packets of VXLAN without a UDP checksum" = 50 "$(arrived_with server zero)" ;;
	vxlan-udpcsum) is nft "packets of VXLAN without a UDP checksum" = 0 "$(arrived_with server zero)" ;;
	esac
	resend_late
	ask tcp tcp "$2"
	# The client must learn the MTU of the overlay.
	t send tcp c2s 50000
	is ct "offloaded connections" = 1 "$(offloaded tcp dport=5000)"
	t clear wire
	t clear inside
	begin
	transfer c2s 2000000
	transfer s2c 2000000
	finish
	is hook "packets of TCP on the fast path" '>=' 60 "$(fast)"
	is nft "superpackets that came to the hook of in0" '>=' 30 "$(d nft.in0_super)"
	is sum "TCP payload that came to the hook of in0" = 2000000 "$(payload in0 0 "$2")"
	is sum "TCP payload that came to the hook of $fb_overlay" = 2000000 "$(payload $fb_overlay 0 "$2")"
	overlay_closes
	overlay_wire "$1" "$2" tcp 30
}

# overlay_slow KIND VERSION: claims that datagrams to a service behind an overlay are not offloaded, with the overlay's device in the
# flowtable's list, and that all arrive, translated and masqueraded
overlay_slow() {
	overlay "$1" "$2"
	flowtable inet devices="in0, $fb_overlay"
	service "$2"
	ask udp udp "$2"
	is ct "offloaded connections" = 0 "$(offloaded udp dport=5000)"
	watch wire gw out0 out=1
	watch inside server $fb_overlay
	begin
	both_ways udp udp
	finish
	is hook "datagrams on the fast path" = 0 "$(fast)"
	is nft "packets on the slow path, those out of the overlay twice" = 150 "$(slow)"
	overlay_wire "$1" "$2" udp 50
}

# overlay_wire KIND VERSION PROTO FEWEST: claims that the gateway sent at least so many packets around those of the flow, and no
# other ones; and that all packets of the flow came to the server from the gateway, with right checksums
overlay_wire() {
	local n words

	read -ra words < <(outer "$1" "$2")
	t seen wire "${words[@]}" dst="$([[ $1 == ipip ]] && server_of "$2" || echo 10.0.2.2)"
	n=$(got n)
	is wire "packets of the overlay to the server, $3" '>=' "$4" "$n"
	t seen wire dst="$(far_of "$2")"
	is wire "packets sent outside of the overlay, $3" = 0 "$(got n)"
	t seen wire csum=bad
	is wire "packets with wrong lengths or checksums to the server, $3" = 0 "$(got n)"
	t seen inside proto="$3" src="$(address_of "$2" 8 1)" dst="$(far_of "$2")" dport=5005
	n=$(got n)
	is wire "packets in the overlay that are translated and masqueraded, $3" '>=' "$4" "$n"
	t seen inside
	is wire "packets in the overlay, $3" = "$n" "$(got n)"
	t seen inside csum=bad
	is wire "packets in the overlay with wrong checksums, $3" = 0 "$(got n)"
}

# below_overlay KIND: the flowtable's list has the device below an overlay, and not the overlay's. Claims that all data to a service
# behind the overlay arrives; that up to 7.1 the flow is offloaded, and packets into the overlay take the fast path; and that
# those out of it take the slow path twice, once inside and once around.
below_overlay() {
	local offloaded=1

	kernel_before 7.2 || offloaded=0
	overlay "$1" 4
	flowtable inet
	service 4
	ask udp udp 4
	is ct "offloaded connections" = $offloaded "$(offloaded udp dport=5000)"
	watch inside server $fb_overlay
	begin
	both_ways udp udp
	finish
	is hook "packets on the fast path" = $((50 * offloaded)) "$(fast)"
	is nft "packets on the slow path, those out of the overlay twice" = $((150 - 50 * offloaded)) "$(slow)"
	t seen inside proto=udp src=10.0.8.1 dport=5005
	is wire "packets in the overlay, translated and masqueraded" = 50 "$(got n)"
}
