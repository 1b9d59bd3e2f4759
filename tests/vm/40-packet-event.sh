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

# sees "TEXT'S ARGUMENTS" KEY=VALUE…: the frame must cause exactly one event, with this text
sees() {
	local got want

	# shellcheck disable=SC2086 # words
	want="ns=$netns dev=c1 ifindex=$ifindex $(text $1)"

	write "$trace" ''
	net_packets <<<"c c0 1 $2" || return 1
	wait_until 10 grep -q 'packet: .* dev=c1 ' "$trace" || true
	got=$(sed -n 's/.* packet: \(.* dev=c1 .*\)/\1/p' "$trace")
	[[ $got == "$want" ]] || { printf 'want %s\ngot  %s\n' "$want" "$got"; return 1; }
}

nothing_seen() {
	write "$trace" ''
	net_packets <<<"c c0 1 $v4 $udp" || return 1
	! grep 'packet:' "$trace"
}

A4='10.9.1.99' B4='203.0.113.1'
no4="$A4:0>$B4:0" no6='[fd00::1]:0>[fd00::2]:0' none='0.0.0.0:0>0.0.0.0:0'
t4="$A4:40000>$B4:5001" t6='[fd00::1]:40000>[fd00::2]:5001'
v4="dmac=02:00:00:00:00:02 src=$A4 dst=$B4" v6='dmac=02:00:00:00:00:02 src=fd00::1 dst=fd00::2'
tcp='proto=tcp sport=40000 dport=5001' udp='proto=udp sport=53 dport=54321'
# A request of 10.9.1.99, who has 203.0.113.1?
arp=raw=020000000002020000000001080600010800060400010200000000010a090163000000000000cb007101

write "$event" 1
# Reading this file waits until the event is enabled.
cat "$FB_DEBUG/version" >/dev/null

check "TCP SYN" sees "40 tcp $t4 flags=S seq=1 ack=0 ipproto=6" "$v4 df=1 $tcp flags=S seq=1"
check "TCP SYN-ACK" sees "40 tcp $t4 flags=SA seq=4294967295 ack=2 ipproto=6" \
	"$v4 df=1 $tcp flags=SA seq=4294967295 ack=2"
check "TCP PSH-ACK with data" sees "43 tcp $t4 flags=PA seq=5 ack=6 ipproto=6" \
	"$v4 df=1 $tcp flags=PA seq=5 ack=6 payload=616263"
check "TCP FIN-ACK" sees "40 tcp $t4 flags=FA seq=5 ack=6 ipproto=6" "$v4 df=1 $tcp flags=FA seq=5 ack=6"
check "TCP RST and URG" sees "40 tcp $t4 flags=RU seq=5 ack=6 ipproto=6" "$v4 df=1 $tcp flags=RU seq=5 ack=6"
check "TCP without flags" sees "40 tcp $t4 flags=- seq=5 ack=6 ipproto=6" "$v4 df=1 $tcp flags=none seq=5 ack=6"
check "UDP" sees "28 udp $A4:53>$B4:54321 ipproto=17" "$v4 $udp"
check "ICMP" sees "28 icmp $no4 type=8 code=0 ipproto=1" "$v4 proto=icmp"
check "ESP" sees "28 esp $no4 spi=0xc1234567 seq=7 ipproto=50" "$v4 proto=esp payload=c123456700000007"
check "a protocol without a parser" sees "24 ip $no4 ipproto=47" "$v4 proto=47 payload=00000800"
check "a first fragment has ports" sees "28 udp $A4:53>$B4:54321 ipproto=17" "$v4 $udp frag=0,1"
check "a later fragment has no ports" sees "28 ip $no4 fragoff=1480 ipproto=17" "$v4 $udp size=1480 frag=1480,0"
check "a truncated TCP header" sees "32 ip $no4 ipproto=6" "$v4 $tcp len=32 cut=46"
check "a truncated IPv4 header" sees "12 eth $none" "$v4 $tcp cut=26"
check "an IPv4 header length below 20" sees "28 eth $none" "$v4 $udp ihl=4"
check "an IPv4 header longer than the packet" sees "28 ip $no4 ipproto=17" "$v4 $udp ihl=15"
check "ARP" sees "28 eth $none ethertype=0x0806" "$arp"
check "IPv6 TCP" sees "60 tcp $t6 flags=S seq=1 ack=0 ethertype=0x86dd ipproto=6" "$v6 $tcp flags=S seq=1"
check "ICMPv6" sees "48 icmp6 $no6 type=128 code=0 ethertype=0x86dd ipproto=58" "$v6 proto=icmp"
check "UDP behind IPv6 extension headers" \
	sees "72 udp [fd00::1]:53>[fd00::2]:54321 ethertype=0x86dd ipproto=17" "$v6 exthdr=0 exthdr=60 frag=0,0 $udp"
check "a later IPv6 fragment" sees "56 ip $no6 fragoff=8 ethertype=0x86dd ipproto=17" "$v6 $udp size=8 frag=8,0"
check "an extension header beyond the packet" \
	sees "48 ip $no6 ethertype=0x86dd ipproto=6" "$v6 proto=0 payload=06ff000000000000"
check "endless extension headers" sees "120 ip $no6 ethertype=0x86dd ipproto=60" \
	"$v6 proto=60 $(printf 'exthdr=60 %.0s' {1..10})"
check "an IPv6 packet with a wrong version" sees "48 eth $none ethertype=0x86dd" "$v6 $udp version=4"
write "$event" 0
cat "$FB_DEBUG/version" >/dev/null
check "a disabled event reports nothing" nothing_seen
check "kernel log is clean" log_clean
ktap_end
