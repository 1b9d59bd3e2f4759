#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The event flowbench:packet describes frames of every kind, also malformed ones.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh

ktap_plan 26
log_mark 40-packet-event
on_exit module_unload
module_load
net_up
for ns in fb-t-c fb-t-gw; do
	ip netns exec "$ns" tests/vm/quiet.sh
done
event=$FB_TRACING/events/flowbench/packet/enable
trace=$FB_TRACING/trace
on_exit write "$event" 0

netns=$(stat -Lc %i /run/netns/fb-t-gw)
ifindex=$(ip netns exec fb-t-gw cat /sys/class/net/c1/ifindex)

eth=020000000002020000000001
a4=0a090163 b4=cb007101			# 10.9.1.99, 203.0.113.1
a6=fd000000000000000000000000000001
b6=fd000000000000000000000000000002

# ip4 PROTO FRAG PAYLOAD
ip4() {
	printf '%s080045000%03x1234%s40%s0000%s%s%s' "$eth" $((20 + ${#3} / 2)) \
		"$2" "$1" "$a4" "$b4" "$3"
}

# ip6 NEXT PAYLOAD
ip6() {
	printf '%s86dd60000000%04x%s40%s%s%s' "$eth" $((${#2} / 2)) "$1" "$a6" \
		"$b6" "$2"
}

# tcp FLAGS SEQ ACK: from port 40000 to 5001
tcp() {
	printf '9c401389%08x%08x50%s10000000' "$2" "$3" "$1"
	printf '0000'
}

# text LEN PROTO ADDRESSES [KEY=VALUE…]: prints what the event says. A field that is not given has the value that
# means nothing.
text() {
	local words="len=$1" key word
	local -A is=([ethertype]=0x0800 [flags]=- [seq]=0 [ack]=0 [spi]=0x00000000 [type]=0 [code]=0 [fragoff]=0 [ipproto]=0)

	for word in "${@:4}"; do is[${word%%=*}]=${word#*=}; done
	words+=" ethertype=${is[ethertype]} proto=$2 $3"
	for key in flags seq ack spi type code fragoff ipproto; do words+=" $key=${is[$key]}"; done
	printf '%s' "$words"
}

# sees "TEXT'S ARGUMENTS" HEX: the frame must cause exactly one event, with this text
sees() {
	local got want

	# shellcheck disable=SC2086 # words
	want="ns=$netns dev=c1 ifindex=$ifindex $(text $1)"

	write "$trace" ''
	ip netns exec fb-t-c perl tests/vm/frame.pl c0 "$2" || return 1
	wait_until 10 grep -q 'packet: .* dev=c1 ' "$trace" || true
	got=$(sed -n 's/.* packet: \(.* dev=c1 .*\)/\1/p' "$trace")
	[[ $got == "$want" ]] || { printf 'want %s\ngot  %s\n' "$want" "$got"; return 1; }
}

nothing_seen() {
	write "$trace" ''
	ip netns exec fb-t-c perl tests/vm/frame.pl c0 "$(ip4 11 0000 "$udp")"
	! grep 'packet:' "$trace"
}

A4='10.9.1.99' B4='203.0.113.1'
no4="$A4:0>$B4:0" no6='[fd00::1]:0>[fd00::2]:0' none='0.0.0.0:0>0.0.0.0:0'
t4="$A4:40000>$B4:5001" t6='[fd00::1]:40000>[fd00::2]:5001'
udp=0035d43100080000
esp=c123456700000007

write "$event" 1
# Reading this file waits until the event is enabled.
cat "$FB_DEBUG/version" >/dev/null

check "TCP SYN" sees "40 tcp $t4 flags=S seq=1 ack=0 ipproto=6" \
	"$(ip4 06 4000 "$(tcp 02 1 0)")"
check "TCP SYN-ACK" sees "40 tcp $t4 flags=SA seq=4294967295 ack=2 ipproto=6" \
	"$(ip4 06 4000 "$(tcp 12 4294967295 2)")"
check "TCP PSH-ACK with data" sees "43 tcp $t4 flags=PA seq=5 ack=6 ipproto=6" \
	"$(ip4 06 4000 "$(tcp 18 5 6)616263")"
check "TCP FIN-ACK" sees "40 tcp $t4 flags=FA seq=5 ack=6 ipproto=6" \
	"$(ip4 06 4000 "$(tcp 11 5 6)")"
check "TCP RST and URG" sees "40 tcp $t4 flags=RU seq=5 ack=6 ipproto=6" \
	"$(ip4 06 4000 "$(tcp 24 5 6)")"
check "TCP without flags" sees "40 tcp $t4 flags=- seq=5 ack=6 ipproto=6" \
	"$(ip4 06 4000 "$(tcp 00 5 6)")"
check "UDP" sees "28 udp $A4:53>$B4:54321 ipproto=17" "$(ip4 11 0000 "$udp")"
check "ICMP" sees "28 icmp $no4 type=8 code=0 ipproto=1" \
	"$(ip4 01 0000 0800f7ff00000000)"
check "ESP" sees "28 esp $no4 spi=0xc1234567 seq=7 ipproto=50" \
	"$(ip4 32 0000 "$esp")"
check "a protocol without a parser" sees "24 ip $no4 ipproto=47" \
	"$(ip4 2f 0000 00000800)"
check "a first fragment has ports" sees "28 udp $A4:53>$B4:54321 ipproto=17" \
	"$(ip4 11 2000 "$udp")"
check "a later fragment has no ports" sees "28 ip $no4 fragoff=1480 ipproto=17" \
	"$(ip4 11 00b9 "$udp")"
check "a truncated TCP header" sees "32 ip $no4 ipproto=6" \
	"$(ip4 06 0000 9c40138900000001500200aa)"
check "a truncated IPv4 header" sees "12 eth $none" \
	"${eth}0800450000281234000040060000"
check "an IPv4 header length below 20" sees "28 eth $none" \
	"${eth}08004400001c1234000040110000$a4$b4$udp"
check "an IPv4 header longer than the packet" sees "28 ip $no4 ipproto=17" \
	"${eth}08004f00001c1234000040110000$a4$b4$udp"
check "ARP" sees "28 eth $none ethertype=0x0806" \
	"${eth}08060001080006040001020000000001${a4}000000000000$b4"
check "IPv6 TCP" sees "60 tcp $t6 flags=S seq=1 ack=0 ethertype=0x86dd ipproto=6" \
	"$(ip6 06 "$(tcp 02 1 0)")"
check "ICMPv6" sees "48 icmp6 $no6 type=128 code=0 ethertype=0x86dd ipproto=58" \
	"$(ip6 3a 8000000000000000)"
check "UDP behind IPv6 extension headers" \
	sees "72 udp [fd00::1]:53>[fd00::2]:54321 ethertype=0x86dd ipproto=17" \
	"$(ip6 00 "3c000000000000002c000000000000001100000012345678$udp")"
check "a later IPv6 fragment" sees "56 ip $no6 fragoff=8 ethertype=0x86dd ipproto=17" \
	"$(ip6 2c "1100000812345678$udp")"
check "an extension header beyond the packet" \
	sees "48 ip $no6 ethertype=0x86dd ipproto=6" "$(ip6 00 06ff000000000000)"
check "endless extension headers" sees "120 ip $no6 ethertype=0x86dd ipproto=60" \
	"$(ip6 3c "$(printf '3c00000000000000%.0s' {1..10})")"
check "an IPv6 packet with a wrong version" sees "48 eth $none ethertype=0x86dd" \
	"${eth}86dd400000000008113f$a6$b6$udp"
write "$event" 0
cat "$FB_DEBUG/version" >/dev/null
check "a disabled event reports nothing" nothing_seen
check "kernel log is clean" log_clean
ktap_end
