# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions that add rules and tunnels to the lab, and change its offloads.

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
	[[ -z ${FB_OFFLOAD:-} ]] || offload_to "$devices"
	rules <<-NFT
		table $family fb {
			$objects
			flowtable ft {
				hook ingress priority 0
				devices = { $devices }
				${FB_OFFLOAD:+flags offload}
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

# --- offloads --------------------------------------------------------------------

# single_packets WHY: hosts send what a NIC puts on a wire: no superpackets, and complete checksums. The gateway does
# not merge packets either. Notes why.
single_packets() {
	local node dev

	note "no superpackets here: $1"
	for node in client server other; do
		must in_ $node ethtool -K eth0 tx off tso off gso off gro off
	done
	for dev in in0 out0 mid0; do
		must in_ gw ethtool -K $dev gro off
	done
}

# --- tunnels ---------------------------------------------------------------------

# tunnel VERSION null|gcm [WORDS [OUTER]]: makes an ESP tunnel with fixed keys between gw and server, for IP of this version, over
# IP of version OUTER (default: the same). WORDS are more words for ip xfrm state.
# The inner addresses are the client's network and the server's 10.0.8.2 or fd00:8::2.
tunnel() {
	local net=10.0.1.0/24 far=10.0.8.0/24 host=10.0.8.2/32 gw server hop
	local algorithms='enc ecb(cipher_null) "" auth-trunc hmac(sha1) 0x000102030405060708090a0b0c0d0e0f10111213 96'

	gw=$(address_of "${4:-$1}" 2 1)
	server=$(server_of "${4:-$1}")
	hop=$(server_of "$1")
	[[ $1 == 4 ]] || net=fd00:1::/64 far=fd00:8::/64 host=fd00:8::2/128
	[[ $2 != gcm ]] ||
		algorithms='aead rfc4106(gcm(aes)) 0x000102030405060708090a0b0c0d0e0f10111213 128'
	{
		printf 'xfrm state add src %s dst %s proto esp spi 0x1000 reqid 1 mode tunnel %s\n' \
			"$gw" "$server" "$algorithms ${3:-}"
		printf 'xfrm state add src %s dst %s proto esp spi 0x2000 reqid 1 mode tunnel %s\n' \
			"$server" "$gw" "$algorithms ${3:-}"
	} >"$FB_RUN/states"
	must ip_ gw -batch "$FB_RUN/states"
	must ip_ server -batch "$FB_RUN/states"
	must ip_ gw -batch - <<-BATCH
		route add $far via $hop
		xfrm policy add src $net dst $far dir out tmpl src $gw dst $server proto esp reqid 1 mode tunnel
		xfrm policy add src $far dst $net dir fwd tmpl src $server dst $gw proto esp reqid 1 mode tunnel
		xfrm policy add src $far dst $net dir in tmpl src $server dst $gw proto esp reqid 1 mode tunnel
	BATCH
	count_again out0
	must ip_ server -batch - <<-BATCH
		address add $host dev lo
		xfrm policy add src $far dst $net dir out tmpl src $server dst $gw proto esp reqid 1 mode tunnel
		xfrm policy add src $net dst $far dir in tmpl src $gw dst $server proto esp reqid 1 mode tunnel
	BATCH
}

# count_again DEV: counts the packets that are received by this device of the gateway a second time, decrypted
count_again() {
	rules <<-NFT
		table netdev fb_again {
			counter fb_again { }
			chain ingress {
				type filter hook ingress device $1 priority -500; policy accept;
				meta ipsec exists counter name fb_again
			}
		}
	NFT
}

# through_tunnel VERSION [OUTER]: claims that TCP and UDP take the fast path into and out of ESP, over IP of version OUTER, and that
# nothing leaves in plain text
through_tunnel() {
	local proto inner end

	inner=$(far_of "$1") end=$(server_of "${2:-$1}")
	for proto in tcp udp; do
		connect $proto $proto "$inner" 5000
		# TCP must learn the tunnel's MTU first.
		[[ $proto != tcp ]] || t send tcp c2s 50000
		is ct "offloaded $proto connections" = 1 "$(offloaded $proto dport=5000)"
		watch wire gw out0 out=1
		begin
		both_ways $proto $proto
		finish
		is hook "$proto packets on the fast path" '>=' "$(fewest $proto)" "$(fast)"
		is xfrm "packets refused by IPsec" = 0 "$(refused)"
		is nft "$proto packets on the slow path: only the ESP packets" = "$(encrypted)" "$(slow)"
		closes
		t seen wire proto=esp dst="$end" spi=0x1000
		is wire "ESP packets to the other end" '>=' 50 "$(got n)"
		t seen wire dst="$inner"
		is wire "packets sent in plain text" = 0 "$(got n)"
	done
}

# swanctl_ NODE ARGUMENT…: runs swanctl with the node's charon, in topologies where strongSwan negotiates the tunnel
swanctl_() {
	local pid

	pid=$(<"/run/flowbench/$FB_ID/$1/pid")
	nsenter --target "$pid" --mount --net swanctl "${@:2}" --uri unix:///run/charon.vici </dev/null
}
