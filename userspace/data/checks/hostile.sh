# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions that make frames which no host would send, and that send them with the tuple of an offloaded flow.

# Source and destination of frame4 and frame6.
addresses4=0a0001020a000202
addresses6=fd000001000000000000000000000002fd000002000000000000000000000002

# sum HEX: prints the Internet checksum of these bytes
sum() {
	local hex=$1 sum=0 i

	((${#hex} % 4 == 0)) || hex+='00'
	for ((i = 0; i < ${#hex}; i += 4)); do
		sum=$((sum + 16#${hex:i:4}))
	done
	while ((sum >> 16)); do
		sum=$(((sum & 0xffff) + (sum >> 16)))
	done
	printf %04x $((sum ^ 0xffff))
}

# frame4 [KEY=VALUE…]: prints a frame from the client to the server, in hexadecimal. Its checksums are right unless
# sum= is given. Keys, all in hexadecimal:
#   to, from  MAC addresses
#   tags      what is between the MAC addresses and the EtherType
#   type      EtherType, and what stands between it and the IP header
#   first     version and length of the header
#   len       length of the packet
#   id        identification
#   frag      flags and fragment offset
#   ttl, proto, sum, options
#   addresses
#   l4        transport header with payload (default: UDP from port 4000 to port 5000 with 72 bytes)
frame4() {
	local to=02fb00000101 from=02fb00000102 tags='' type=0800 first=45 len='' id=0001 frag=0000 ttl=40 proto=11 sum='' options=''
	local l4 word head addresses=$addresses4

	l4=$(udp4 0050)
	for word in "$@"; do
		printf -v "${word%%=*}" %s "${word#*=}"
	done
	[[ -n $len ]] || printf -v len %04x $((20 + (${#options} + ${#l4}) / 2))
	head=${first}00$len$id$frag$ttl$proto
	[[ -n $sum ]] || sum=$(sum "${head}0000$addresses$options")
	printf %s "$to$from$tags$type$head$sum$addresses$options$l4"
}

# frame6 [KEY=VALUE…]: like frame4, over IPv6. Keys: to, from, tags, type, first (four bytes), len, proto, ttl, l4
frame6() {
	local to=02fb00000101 from=02fb00000102 tags='' type=86dd first=60000000 len='' ttl=40 proto=11 l4 word

	l4=$(udp6 0050)
	for word in "$@"; do
		printf -v "${word%%=*}" %s "${word#*=}"
	done
	[[ -n $len ]] || printf -v len %04x $((${#l4} / 2))
	printf %s "$to$from$tags$type$first$len$proto$ttl$addresses6$l4"
}

# zeros N: prints N bytes
zeros() {
	printf '%0*d' $((2 * $1)) 0
}

# udp4, udp6 LENGTH: print a UDP header with 72 bytes of payload; LENGTH is what the header says, in hexadecimal.
# tcp4, tcp6 [OFFSET]: print a TCP header with 60 bytes; OFFSET is the length of the header in words. The checksums are right.
udp4() {
	l4_with_sum "$addresses4" 0011 "0fa01388$1" '' "$(zeros 72)"
}

udp6() {
	l4_with_sum "$addresses6" 0011 "0fa01388$1" '' "$(zeros 72)"
}

tcp4() {
	l4_with_sum "$addresses4" 0006 "0fa013880000000100000001${1:-5}010ffff" 0000 "$(zeros 60)"
}

tcp6() {
	l4_with_sum "$addresses6" 0006 "0fa013880000000100000001${1:-5}010ffff" 0000 "$(zeros 60)"
}

# l4_with_sum ADDRESSES PROTOCOL BEFORE AFTER PAYLOAD: prints BEFORE, the checksum, AFTER and PAYLOAD
l4_with_sum() {
	local len

	printf -v len %04x $(((${#3} + ${#4} + ${#5}) / 2 + 2))
	printf %s "$3$(sum "$1$2$len$3$4$5")$4$5"
}

# head_of HEX BYTES: prints the first bytes of a frame
head_of() {
	printf %s "${1:0:$((2 * $2))}"
}

# cut_at_each_byte VERSION PROTO: cuts a frame of an offloaded flow at each byte of its headers. Its length is what it was,
# or fits the rest. Claims that none is forwarded.
cut_at_each_byte() {
	local n ip=20 l4=8 len frames=() proto=11 word=0050

	[[ $2 == udp ]] || l4=20 proto=06 word=5
	[[ $1 == 4 ]] || ip=40
	for ((n = 0; n < ip + l4; n++)); do
		# Each byte of the transport header, some of the IP header.
		((n >= ip || n % 5 == 0 || n == ip - 1)) || continue
		frames+=("$(head_of "$("frame$1" proto=$proto l4="$("$2$1" $word)")" $((14 + n)))")
		((n >= ip)) || continue
		printf -v len %04x $(($1 == 4 ? n : n - ip))
		frames+=("$(head_of "$("frame$1" proto=$proto len="$len" l4="$("$2$1" $word)")" $((14 + n)))")
	done
	never_forwarded "$1" "$2" "${frames[@]}"
}

# send_raw HEX…: sends each frame twice from the client
send_raw() {
	local frame

	for frame in "$@"; do
		t packet client eth0 2 raw="$frame"
	done
}

# drop_invalid: makes the gateway drop what conntrack finds invalid
drop_invalid() {
	rules <<-NFT
		table inet fb_invalid {
			chain forward {
				type filter hook forward priority -10; policy accept;
				ct state invalid drop
			}
		}
	NFT
}

# never_forwarded VERSION PROTO HEX…: sends frames that have the tuple of a connection from port 4000 to port 5000.
# Claims that none arrives without a flowtable, and that the same is true while the flow is offloaded.
never_forwarded() {
	local version=$1 proto=$2 sent
	shift 2

	sent=$((2 * $#))
	drop_invalid
	connect a "$proto" "$(server_of "$version")" 5000 sport=4000
	watch at-server server eth0
	begin
	send_raw "$@"
	finish
	t seen at-server
	is wire "of these frames at the server, without a flowtable" = 0 "$(got n)"
	is dev "frames received" = $sent "$(d dev.in0.rx)"
	flowtable inet
	warm a "$proto"
	is ct "offloaded connections" = 1 "$(offloaded "$proto" dport=5000)"
	taken a "$proto"
	t clear at-server
	begin
	send_raw "$@"
	finish
	is dev "frames received" = $sent "$(d dev.in0.rx)"
	is hook "of these frames on the fast path" = 0 "$(fast)"
	is hook "of these frames that the flowtable dropped" = 0 "$(fast_dropped)"
	t seen at-server
	is wire "of these frames at the server" = 0 "$(got n)"
	taken a "$proto"
}

# strict_ingress: loads a chain in front of the flowtable that drops what the slow path would refuse. nft knows the
# transport protocol of a packet at ingress only if version and lengths of its IP header are in order.
strict_ingress() {
	rules <<-NFT
		table netdev fb_strict {
			chain sane {
				meta l4proto udp ip length < 28 drop
				meta l4proto tcp ip length < 40 drop
				meta l4proto udp ip6 length < 8 drop
				meta l4proto tcp ip6 length < 20 drop
				udp length < 8 drop
				tcp doff < 5 drop
			}
			chain in0 {
				type filter hook ingress device in0 priority -10; policy accept;
				meta pkttype != host ip daddr != { 224.0.0.0/4, 255.255.255.255 } drop
				meta pkttype != host ip6 daddr != ff00::/8 drop
				meta protocol { ip, ip6 } meta l4proto != 255 goto sane
				meta protocol { ip, ip6 } drop
			}
		}
	NFT
}
