# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions that add rules, other legs and tunnels to the lab.

# --- rules -----------------------------------------------------------------------

# rules: loads nft rules from standard input in the gateway
rules() {
	local text said

	IFS= read -r -d '' text || true
	said=$(in_ gw nft -f - <<<"$text" 2>&1) || die "nft: ${said//$'\n'/; }"
}

# flowtable FAMILY [KEY=VALUE…]: loads the ruleset of a gateway with a flowtable, in table FAMILY fb. Keys:
#   devices  devices of the flowtable (default: "in0, out0")
#   options  more lines of the flowtable
#   objects  objects of the table
#   before   rules before the rule that adds flows
#   match    match of the rule that adds flows (default: established TCP and UDP)
#   after    rules after the rule that adds flows
flowtable() {
	local family=$1 devices='in0, out0' options='' objects='' before='' after='' word
	local match='ct state established meta l4proto { tcp, udp }'
	shift

	for word in "$@"; do
		case ${word%%=*} in
		devices) devices=${word#*=} ;;
		options) options=${word#*=} ;;
		objects) objects=${word#*=} ;;
		before) before=${word#*=} ;;
		match) match=${word#*=} ;;
		after) after=${word#*=} ;;
		*) die "flowtable: no key '${word%%=*}'" ;;
		esac
	done
	rules <<-NFT
		table $family fb {
			$objects
			flowtable ft {
				hook ingress priority 0
				devices = { $devices }
				$options
			}
			chain forward {
				type filter hook forward priority 0; policy accept;
				$before
				$match flow add @ft
				$after
			}
		}
	NFT
}

# --- other legs --------------------------------------------------------------------

# move_leg DEV GWDEV: moves the client's addresses from eth0 to DEV, and the gateway's from in0 to GWDEV, and
# makes the neighbours permanent again. Both devices must exist.
move_leg() {
	must ip_ gw -batch - <<-BATCH
		address flush dev in0
		link set $2 up
		address add 10.0.1.1/24 dev $2
		address add fd00:1::1/64 dev $2 nodad
		neighbour replace 10.0.1.2 lladdr 02:fb:00:00:01:02 dev $2 nud permanent
		neighbour replace fd00:1::2 lladdr 02:fb:00:00:01:02 dev $2 nud permanent
	BATCH
	must ip_ client -batch - <<-BATCH
		address flush dev eth0
		link set $1 up
		address add 10.0.1.2/24 dev $1
		address add fd00:1::2/64 dev $1 nodad
		neighbour replace 10.0.1.1 lladdr 02:fb:00:00:01:01 dev $1 nud permanent
		neighbour replace fd00:1::1 lladdr 02:fb:00:00:01:01 dev $1 nud permanent
		route replace default via 10.0.1.1
		route replace default via fd00:1::1
	BATCH
	# A device on top of another one comes up a little later.
	until_ 5 leg_is_up "$2" || die "$2 does not come up"
	settle
}

# tunnel VERSION null|gcm: makes an ESP tunnel with fixed keys between gw and server, over IP of this version.
# The inner addresses are the client's network and the server's 10.0.8.2 or fd00:8::2.
tunnel() {
	local gw=10.0.2.1 server=10.0.2.2 net=10.0.1.0/24 far=10.0.8.0/24 host=10.0.8.2/32
	local algorithms='enc ecb(cipher_null) "" auth-trunc hmac(sha1) 0x000102030405060708090a0b0c0d0e0f10111213 96'

	if [[ $1 == 6 ]]; then
		gw=fd00:2::1 server=fd00:2::2 net=fd00:1::/64 far=fd00:8::/64 host=fd00:8::2/128
	fi
	[[ $2 != gcm ]] ||
		algorithms='aead rfc4106(gcm(aes)) 0x000102030405060708090a0b0c0d0e0f10111213 128'
	{
		printf 'xfrm state add src %s dst %s proto esp spi 0x1000 reqid 1 mode tunnel %s\n' \
			$gw $server "$algorithms"
		printf 'xfrm state add src %s dst %s proto esp spi 0x2000 reqid 1 mode tunnel %s\n' \
			$server $gw "$algorithms"
	} >"$FB_RUN/states"
	must ip_ gw -batch "$FB_RUN/states"
	must ip_ server -batch "$FB_RUN/states"
	must ip_ gw -batch - <<-BATCH
		route add $far via $server
		xfrm policy add src $net dst $far dir out tmpl src $gw dst $server proto esp reqid 1 mode tunnel
		xfrm policy add src $far dst $net dir fwd tmpl src $server dst $gw proto esp reqid 1 mode tunnel
		xfrm policy add src $far dst $net dir in tmpl src $server dst $gw proto esp reqid 1 mode tunnel
	BATCH
	must ip_ server -batch - <<-BATCH
		address add $host dev lo
		xfrm policy add src $far dst $net dir out tmpl src $server dst $gw proto esp reqid 1 mode tunnel
		xfrm policy add src $net dst $far dir in tmpl src $gw dst $server proto esp reqid 1 mode tunnel
	BATCH
}

# through_tunnel VERSION: claims that TCP and UDP take the fast path into and out of ESP, and that nothing leaves in plain text
through_tunnel() {
	local proto inner=10.0.8.2 end=10.0.2.2

	[[ $1 == 4 ]] || inner=fd00:8::2 end=fd00:2::2
	for proto in tcp udp; do
		connect $proto $proto $inner 5000
		# TCP must learn the tunnel's MTU first.
		[[ $proto != tcp ]] || t send tcp c2s 50000
		is ct "offloaded $proto connections" = 1 "$(offloaded $proto dport=5000)"
		watch wire gw out0 out=1
		begin
		both_ways $proto $proto
		finish
		is hook "$proto packets on the fast path" '>=' 100 "$(fast)"
		is xfrm "packets refused by IPsec" = 0 "$(refused)"
		is nft "$proto packets on the slow path: only the ESP packets" = "$(again)" "$(slow)"
		closes
		t seen wire proto=esp dst=$end spi=0x1000
		is wire "ESP packets to the other end" '>=' 50 "$(got n)"
		t seen wire dst=$inner
		is wire "packets sent in plain text" = 0 "$(got n)"
	done
}

# swanctl_ NODE ARGUMENT…: runs swanctl with the node's charon, in topologies where strongSwan negotiates the tunnel
swanctl_() {
	local pid

	pid=$(<"/run/flowbench/$FB_ID/$1/pid")
	nsenter --target "$pid" --mount --net swanctl "${@:2}" --uri unix:///run/charon.vici </dev/null
}

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
