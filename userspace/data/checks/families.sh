# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions shared by checks of one family: the same test over IPv4 and IPv6, or with another header.

# address_of VERSION NET HOST: prints the address of a host in one of the lab's networks: 10.0.NET.HOST, or fd00:NET::HOST.
# server_of, client_of VERSION: print these hosts' addresses. far_of VERSION: prints the address behind the server, or at the far
# end of a tunnel. family_of VERSION: prints nft's name of the family.
address_of() {
	[[ $1 == 4 ]] && printf '10.0.%s.%s' "$2" "$3" || printf 'fd00:%s::%s' "$2" "$3"
}

server_of() {
	address_of "$1" 2 2
}

client_of() {
	address_of "$1" 1 2
}

far_of() {
	address_of "$1" 8 2
}

family_of() {
	[[ $1 == 4 ]] && printf ip || printf ip6
}

# tcp_ends VERSION TIMEOUT COMMAND…: ends a connection by these traffic commands. Claims that it leaves the flowtable
# and that conntrack forgets it after at most nf_conntrack_tcp_timeout_TIMEOUT. The conntrack state is not checked:
# it depends on how many packets of the connection conntrack saw.
tcp_ends() {
	local command began timeout left

	flowtable "$(family_of "$1")"
	connect a tcp "$(server_of "$1")" 5000
	taken a tcp
	began=$SECONDS
	begin
	for command in "${@:3}"; do
		t "$command"
	done
	finish
	if kernel_before 6.14; then
		is nft "packets on the slow path" '>=' 1 "$(slow)"
		let_go 3
	else
		is hook "packets on the fast path" '>=' 1 "$(fast)"
		let_go 60
	fi
	closes
	timeout=$(in_ gw cat "/proc/sys/net/netfilter/nf_conntrack_tcp_timeout_$2")
	left=$(seconds_left tcp)
	is kernel "seconds until conntrack forgets the connection" '<=' "$timeout" "${left:-0}"
	timeout=$((timeout - (SECONDS - began)))
	# fdbaf5163331: the collector, which has just been there, closes a connection whose end the fast path has forwarded.
	kernel_before 6.14 || timeout=$(in_ gw cat /proc/sys/net/netfilter/nf_conntrack_tcp_timeout_close)
	# Hardware passes on each FIN, but forwards the last ACK as long as its rule is there: conntrack waits for it.
	[[ $2 != time_wait || ${FB_OFFLOAD:-} != forward ]] || ! kernel_before 6.14 ||
		timeout=$(in_ gw cat /proc/sys/net/netfilter/nf_conntrack_tcp_timeout_last_ack)
	is kernel "seconds until conntrack forgets the connection" '>=' $((timeout - 3)) "${left:-0}"
}

# after_reset: prints the TIMEOUT of tcp_ends for a connection that was reset. A RST closes a connection only if its sequence
# number is exactly the expected one. conntrack knows that number only from packets on the slow path. Since 6.12.117, an
# inexact RST leaves nf_conntrack_tcp_timeout_unacknowledged (commit bf80e6802273).
after_reset() {
	if ! kernel_before 6.12.117 && kernel_before 6.13; then
		echo unacknowledged
	else
		echo close
	fi
}

# behind WHAT KEY=VALUE…: claims that TCP over IPv4 and IPv6 takes the fast path, and reaches the client in frames with these values
behind() {
	local version address seen

	watch at-client client eth0
	for version in 4 6; do
		address=$(server_of $version)
		connect "$address" tcp "$address" 5000
		taken "$address" tcp
		t seen at-client proto=tcp "${@:2}"
		seen=$(got n)
		is wire "packets at the client, $1" '>=' $(($(fewest tcp) / 2)) "$seen"
		t seen at-client proto=tcp
		is wire "packets at the client" = "$seen" "$(got n)"
		t seen at-client csum=bad
		is wire "packets with wrong checksums" = 0 "$(got n)"
		t clear at-client
	done
	is ct "offloaded connections" = 2 "$(offloaded tcp dport=5000)"
}

# through_strongswan SERVER OTHER: claims that TCP takes the fast path into and out of a tunnel of esp-gateway to the
# OTHER gateway, and that nothing leaves in plain text
through_strongswan() {
	must in_ gw nft -f "$FB_TOP/netns-lab/topologies/router/count.nft"
	count_again wan0
	connect a tcp "$1" 5000
	# TCP must learn the tunnel's MTU first. A flow whose route into IPsec is not valid any more is taken down; until the
	# collector has been there, its connection is still marked.
	t send a c2s 50000
	until_ 5 one_is_fast a tcp c2s || true
	is ct "offloaded connections" = 1 "$(offloaded tcp dport=5000)"
	watch wire gw wan0 out=1
	begin
	both_ways a tcp
	finish
	is hook "packets on the fast path" '>=' "$(fewest tcp)" "$(fast)"
	is nft "packets on the slow path: only the ESP packets" = "$(encrypted)" "$(slow)"
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
	closes lan0 wan0
	t seen wire proto=esp dst="$2"
	is wire "ESP packets to the other gateway" '>=' 50 "$(got n)"
	t seen wire dst="$1"
	is wire "packets sent in plain text" = 0 "$(got n)"
}

# strongswan6 PROPOSAL: adds a second tunnel to esp-gateway: IPv6 in IPv6, negotiated by strongSwan
strongswan6() {
	local node

	for node in client gw gw2 server; do
		must in_ $node sysctl -qw net.ipv6.conf.all.disable_ipv6=0 net.ipv6.conf.default.disable_ipv6=0 \
			net.ipv6.conf.all.forwarding=1
		must in_ $node nft -f "$FB_TOP/netns-lab/topologies/router/quiet.nft"
	done
	leg6 client eth0 fd00:1::2 gw lan0 fd00:1::1
	leg6 gw wan0 fd00:2::1 gw2 wan0 fd00:2::2
	leg6 gw2 lan0 fd00:3::1 server eth0 fd00:3::2
	must ip_ client route add default via fd00:1::1
	must ip_ server route add default via fd00:3::1
	must ip_ gw route add fd00:3::/64 via fd00:2::2
	must ip_ gw2 route add fd00:1::/64 via fd00:2::1
	connection6 "$1" fd00:2::1 gateway fd00:1:: fd00:2::2 gateway2 fd00:3:: >"$FB_RUN/gw.conf"
	connection6 "$1" fd00:2::2 gateway2 fd00:3:: fd00:2::1 gateway fd00:1:: >"$FB_RUN/gw2.conf"
	for node in gw2 gw; do
		must cp "$FB_RUN/$node.conf" "/run/flowbench/$FB_ID/$node/swanctl/conf.d/six.conf"
		must swanctl_ $node --load-all
	done
	must swanctl_ gw --initiate --child six --timeout 20
	settle
	flowtable ip6 devices='lan0, wan0'
}

# leg6 NODE DEV ADDRESS NODE DEV ADDRESS: adds addresses to both ends of a link, and makes each a permanent neighbour of the other
leg6() {
	local -A mac
	local end

	for end in "$1 $2" "$4 $5"; do
		mac[$end]=$(ip_ "${end% *}" -o link show "${end#* }" | sed 's/.*ether \([0-9a-f:]*\) .*/\1/')
	done
	must ip_ "$1" address add "$3/64" dev "$2" nodad
	must ip_ "$4" address add "$6/64" dev "$5" nodad
	must ip_ "$1" neighbour replace "$6" lladdr "${mac["$4 $5"]}" dev "$2" nud permanent
	must ip_ "$4" neighbour replace "$3" lladdr "${mac["$1 $2"]}" dev "$5" nud permanent
}

# connection6 PROPOSAL ADDRESS ID NET ADDRESS ID NET: prints the connection for swanctl; the node's own side comes first
connection6() {
	cat <<-CONF
		connections {
			six {
				version = 2
				local_addrs = $2
				remote_addrs = $5
				proposals = aes128-sha256-x25519
				mobike = no
				local {
					auth = psk
					id = $3
				}
				remote {
					auth = psk
					id = $6
				}
				children {
					six {
						mode = tunnel
						local_ts = $4/64
						remote_ts = $7/64
						esp_proposals = $1
					}
				}
			}
		}
	CONF
}

# whole_to MTU: sends 64 MB in each direction between an MTU of 9000 and this MTU
whole_to() {
	local way

	must ip_ client link set eth0 mtu 9000
	must ip_ gw link set in0 mtu 9000
	must ip_ gw link set out0 mtu "$1"
	must ip_ server link set eth0 mtu "$1"
	flowtable ip
	connect a tcp 10.0.2.2 5000
	begin
	for way in c2s s2c; do
		t send a $way 67108864 timeout=120000
		is bytes "bytes that arrived $way, of 64 MB" = 67108864 "$(got bytes)"
	done
	finish
	is hook "packets on the fast path, superpackets most of them" '>=' $((2 * 67108864 / 65535)) "$(fast)"
	is nft "packets on the slow path, at most one in a hundred" '<=' "$(($(fast) / 100))" "$(slow)"
	closes
}

# in_plain VERSION PROTO OFFLOADED KEY=VALUE…: sends ten packets in plain text, with the tuple of a flow that must use
# ESP, from the encrypted side. OFFLOADED is the number of offloaded flows, 0 or 1. Claims that the IPsec policy
# refuses all ten.
in_plain() {
	local inner=10.0.8.2 client=10.0.1.2 from=from_server match=()

	[[ $1 == 4 ]] || inner=fd00:8::2 client=fd00:1::2 from=from_server6
	[[ $3 == 1 ]] || match=('match=tcp dport 1')
	tunnel "$1" null
	flowtable "$(family_of "$1")" "${match[@]}"
	connect a "$2" $inner 5000 sport=4000
	is ct "offloaded connections" = "$3" "$(offloaded "$2" dport=5000)"
	watch at-client client eth0
	begin
	$from 10 src=$inner dst=$client proto="$2" "${@:4}"
	finish
	t seen at-client src=$inner proto="$2" sport=5000
	is wire "packets in plain text at the client" = 0 "$(got n)"
	is hook "packets in plain text on the fast path" = 0 "$(fast)"
	is xfrm "packets refused by the IPsec policy" = 10 "$(d xfrm.XfrmInTmplMismatch xfrm.XfrmInNoPols xfrm.XfrmInPolBlock)"
}

# forbidden: deletes the connection of an offloaded flow and sends ten of its packets; claims that the rules drop all ten
forbidden() {
	delete_connection -p udp --dport 5000
	watch at-server server eth0
	begin
	from_client 10
	finish
	is hook "packets on the fast path" = 0 "$(fast)"
	is nft "packets on the slow path" = 10 "$(slow)"
	t seen at-server src=10.0.1.2
	is wire "packets at the server" = 0 "$(got n)"
}
