# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for GRE that ESP in transport mode protects, between the gateway and the server.

# gre_in_esp VERSION null|gcm: makes a GRE tunnel gre1 over IP of this version, for the same version, and ESP in transport mode for
# all GRE. The far address is the server's 10.0.8.2 or fd00:8::2.
gre_in_esp() {
	local gw server node type=gre ttl='ttl 64' net=10.0.1.0/24 far=10.0.8.0/24 host=10.0.8.2/32
	local algorithms='enc ecb(cipher_null) "" auth-trunc hmac(sha1) 0x000102030405060708090a0b0c0d0e0f10111213 96'

	gw=$(address_of "$1" 2 1) server=$(server_of "$1")
	if [[ $1 == 6 ]]; then
		type=ip6gre ttl='hoplimit 64 encaplimit none' net=fd00:1::/64 far=fd00:8::/64 host=fd00:8::2/128
	fi
	[[ $2 != gcm ]] || algorithms='aead rfc4106(gcm(aes)) 0x000102030405060708090a0b0c0d0e0f10111213 128'
	for node in gw server; do
		must ip_ $node -batch - <<-BATCH
			xfrm state add src $gw dst $server proto esp spi 0x1000 reqid 1 mode transport $algorithms
			xfrm state add src $server dst $gw proto esp spi 0x2000 reqid 1 mode transport $algorithms
			xfrm policy add src $gw dst $server proto gre dir $([[ $node == gw ]] && echo out || echo in) tmpl proto esp reqid 1 mode transport
			xfrm policy add src $server dst $gw proto gre dir $([[ $node == gw ]] && echo in || echo out) tmpl proto esp reqid 1 mode transport
		BATCH
	done
	must ip_ gw -batch - <<-BATCH
		link add gre1 type $type local $gw remote $server $ttl
		link set gre1 mtu 1400 up
		route add $far dev gre1
	BATCH
	must ip_ server -batch - <<-BATCH
		link add gre1 type $type local $server remote $gw $ttl
		link set gre1 mtu 1400 up
		address add $host dev lo
		route add $net dev gre1
	BATCH
	settle
	flowtable "$(family_of "$1")" devices='in0, gre1'
}

# through_gre VERSION: claims that TCP and UDP take the fast path into GRE that ESP protects, and out of it, and that no GRE leaves
# in plain text
through_gre() {
	local proto n dev

	# GRO merges what comes out of the tunnel before it comes to the flowtable's hook.
	for dev in in0 gre1; do
		count_ingress $dev 1500
	done
	for proto in tcp udp; do
		connect $proto $proto "$(far_of "$1")" 5000
		# TCP must learn the tunnel's MTU first.
		[[ $proto != tcp ]] || t send tcp c2s 50000
		is ct "offloaded $proto connections" = 1 "$(offloaded $proto dport=5000)"
		watch wire gw out0 out=1
		begin
		both_ways $proto $proto
		finish
		is hook "$proto packets on the fast path" '>=' "$(fewest $proto)" "$(fast)"
		is sum "fast = packets that came to the hook of in0 and gre1" = "$(d nft.in0_all nft.gre1_all)" "$(fast)"
		is xfrm "packets refused by IPsec" = 0 "$(refused)"
		n=$(encrypted)
		is nft "packets on the slow path: ESP, and the GRE in it" = $((2 * n)) "$(slow)"
		t seen wire proto=esp spi=0x1000
		is wire "ESP packets to the server" '>=' 50 "$(got n)"
		t seen wire proto=47
		is wire "packets of GRE in plain text" = 0 "$(got n)"
		t seen wire dst="$(far_of "$1")"
		is wire "packets sent in plain text" = 0 "$(got n)"
	done
}

# superpackets_through_gre VERSION BYTES: claims that superpackets come to the flowtable and take the fast path into GRE in ESP, and
# that all data arrives both ways, each segment once. A loss fails these claims, and does not end the check.
superpackets_through_gre() {
	local arrived=0 resent=0 bytes

	count_ingress in0 1500
	to tcp "$(far_of "$1")" 5000
	begin
	for bytes in 'c2s 50000' "c2s $2" "s2c $2"; do
		# shellcheck disable=SC2086 # two words
		try send tcp $bytes || break
		arrived=$((arrived + $(got bytes)))
		resent=$((resent + $(got resent)))
	done
	finish
	is bytes "bytes that arrived" = $((2 * $2 + 50000)) $arrived
	is end "segments sent twice" = 0 $resent
	is hook "packets on the fast path" '>=' $((2 * $2 / 65535)) "$(fast)"
	is nft "superpackets that came to the flowtable's hook of in0" '>=' $(($2 / 65535)) "$(d nft.in0_super)"
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
}
