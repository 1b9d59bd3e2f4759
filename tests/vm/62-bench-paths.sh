#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The generator's packets take the same paths as packets from a wire. The warm-up establishes flows. NAT, VLANs
# and tunnels change the packets. The sums of each round close, and the sink verifies every packet.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 41
log_mark 62-bench-paths
for module in nf_conntrack nf_flow_table nf_flow_table_inet nft_flow_offload nft_ct \
	nft_chain_nat nft_nat esp4 8021q; do
	modprobe -q "$module" || true
done
on_exit module_unload
module_load
bench_up

base=(reset dev=in0 sink=out0 flows=20 verify=1)

offloaded() {
	local want=$1 proto=$2 found

	found=$(gw cat /proc/net/nf_conntrack | grep -w "$proto" | grep -c '\[OFFLOAD\]')
	((found == want)) || { echo "$found flows are offloaded"; return 1; }
}

warm() {
	bench warmup && is error none kind warmup warm_replied 20 dropped 0
}

# fast PROTO FAMILY: after a warm-up all flows are offloaded, and all packets take the fast path
fast() {
	local calls

	gw conntrack -F >/dev/null 2>&1 || true
	conf "${base[@]}" "proto=$1" "family=$2"
	warm && offloaded 20 "$1" || return 1
	write "$FB_DEBUG/hooks" "+ip_forward +ip6_forward" && write "$FB_DEBUG/reset" 1 || return 1
	round arrived 1000 verify_ok 1000
	calls=$(awk '/^ip6?_forward / { n += $5 } END { print n + 0 }' "$FB_DEBUG/hooks")
	write "$FB_DEBUG/hooks" -all
	is error none arrived 1000 verify_ok 1000 || return 1
	((calls == 0)) || { echo "$calls packets took the slow path"; return 1; }
}

# If a connection is still counted after all were deleted, a packet still holds a reference to it.
untracked() {
	(($(gw cat /proc/sys/net/netfilter/nf_conntrack_count) == 0))
}

forgotten() {
	round || return 1
	gw conntrack -F
	wait_until 10 untracked || { gw cat /proc/sys/net/netfilter/nf_conntrack_count; return 1; }
}

cheaper() {
	(($1 < $2)) || { echo "$1 cycles are not less than $2"; return 1; }
}

esp_up() {
	gw ip xfrm state add src 10.0.2.1 dst 10.0.2.9 proto esp spi 0x1234 mode tunnel \
		auth 'hmac(sha1)' 0x0102030405060708090a0b0c0d0e0f1011121314 \
		enc 'ecb(cipher_null)' '' &&
		gw ip xfrm policy add src 10.0.1.0/24 dst 10.0.2.0/24 dir out \
			tmpl src 10.0.2.1 dst 10.0.2.9 proto esp mode tunnel
}

esp_down() {
	gw ip xfrm policy flush && gw ip xfrm state flush
}

esp_packets() {
	gw ip -s xfrm state | sed -n 's/.*(bytes), \([0-9]*\)(packets).*/\1/p' | head -n 1
}

esp() {
	local before

	conf "${base[@]}" "size=$1" expect_spi=4660 expect_ttl=64
	before=$(esp_packets)
	# allocs=0: each packet came back in the buffer that it was sent in.
	round arrived 1000 verify_ok 1000 allocs 0 || return 1
	(($(esp_packets) == before + 1000))
}

sa=(src 10.0.1.254 dst 10.0.2.254 proto esp spi 0x1234)
sa_is=(mode tunnel replay-window 32 auth 'hmac(sha1)' 0x0102030405060708090a0b0c0d0e0f1011121314
	enc 'ecb(cipher_null)' '')
policy=(src 10.0.1.0/24 dst 10.0.2.0/24)
template=(tmpl src 10.0.1.254 dst 10.0.2.254 proto esp mode tunnel)

# esp_far: makes the gateway the far end of the tunnel. esp_near: makes it the near end.
esp_far() {
	gw ip addr add 10.0.1.254/32 dev in0 && gw ip xfrm state add "${sa[@]}" "${sa_is[@]}" &&
		gw ip xfrm policy add "${policy[@]}" dir out "${template[@]}"
}

esp_near() {
	esp_down && gw ip addr del 10.0.1.254/32 dev in0 && gw ip addr add 10.0.2.254/32 dev in0 &&
		gw ip xfrm state add "${sa[@]}" "${sa_is[@]}" &&
		gw ip xfrm policy add "${policy[@]}" dir fwd "${template[@]}"
}

decrypted() {
	local before

	before=$(esp_packets)
	round arrived 1000 verify_ok 1000 allocs 0 recorded 0 || return 1
	(($(esp_packets) == before + 1000)) || { echo "the SA has not seen them"; return 1; }
}

# The SA must drop all packets whose number is more than 31 behind the highest seen: 3001 to 3568.
replayed() {
	local errors

	gw ip xfrm state delete "${sa[@]}" &&
		gw ip xfrm state add "${sa[@]}" "${sa_is[@]}" replay-seq 3600 || return 1
	round arrived 432 verify_ok 432 dropped 568 kept 0 || return 1
	errors=$(gw sed -n 's/^XfrmInStateSeqError *//p' /proc/net/xfrm_stat)
	((errors == 568)) || { echo "$errors of them are replayed"; return 1; }
}

# seen WHAT N: N packets with destination and source port WHAT were forwarded
seen() {
	local n

	n=$(gw nft list set ip seen flows | tr -d '\n' | grep -oE "$1 counter packets [0-9]+" | grep -oE '[0-9]+$')
	echo "$1: ${n:-0} packets"
	((${n:-0} == $2))
}

seen_flows() {
	local n

	n=$(gw nft list set ip seen flows | grep -oE '10\.0\.2\.[0-9]+ \. [0-9]+ counter packets' | wc -l)
	echo "$n flows"
	((n == $1))
}

twice_returned() {
	round returned 1000 && round returned 1000
}

conf "${base[@]}"
check "a warm-up without conntrack gets its replies" warm
round || true
slow=$(res cycles)

gw nft -f - <<'NFT'
table ip seen {
	set flows {
		type ipv4_addr . inet_service
		flags dynamic
	}
	chain forward {
		type filter hook forward priority 0
		oifname "out0" add @flows { ip daddr . udp sport counter }
	}
}
NFT
conf hosts=7 only=10
check "one flow of 20 alone" round arrived 1000 verify_ok 1000
check "it is the one that was asked for" seen "10.0.2.4 . 1033" 1000
conf only=0
check "flows go to seven hosts in turn" round arrived 1000 verify_ok 1000
check "all 20 of them" seen_flows 20
conf hosts=1
gw nft delete table ip seen

gw nft -f - <<'NFT'
table inet t {
	flowtable ft {
		hook ingress priority 0
		devices = { in0, out0 }
	}
	chain forward {
		type filter hook forward priority 0; policy accept
		ct state established flow add @ft
	}
}
NFT
check "UDP over IPv4 takes the fast path" fast udp 4
conf verify=0
round || true
check "the fast path is cheaper" cheaper "$(res cycles)" "$slow"
check "TCP over IPv4 takes the fast path" fast tcp 4
check "UDP over IPv6 takes the fast path" fast udp 6
check "TCP over IPv6 takes the fast path" fast tcp 6
conf inject=list
check "inject=list on the fast path" round arrived 1000 verify_ok 1000
conf inject=napi
check "inject=napi on the fast path" round arrived 1000 verify_ok 1000
gw nft delete table inet t

gw nft -f - <<'NFT'
table ip n {
	chain post {
		type nat hook postrouting priority 100
		oifname "out0" snat to 10.0.2.77
	}
}
NFT
gw conntrack -F >/dev/null 2>&1 || true
conf "${base[@]}"
check "a warm-up with NAT gets its replies" warm
conf expect_src=10.0.2.77
check "NAT on the slow path" round arrived 1000 verify_ok 1000
conf expect_src=
bench round
check "without expect_src the sink reports a wrong address" is verify_bad 1000 \
	verify_first "source address (flow 0, packet 0)"
gw nft -f - <<'NFT'
table inet t {
	flowtable ft {
		hook ingress priority 0
		devices = { in0, out0 }
	}
	chain forward {
		type filter hook forward priority 0; policy accept
		ct state established flow add @ft
	}
}
NFT
gw conntrack -F >/dev/null 2>&1 || true
conf expect_src=10.0.2.77 proto=tcp
check "a warm-up with NAT and TCP gets its replies" warm
check "its flows are offloaded" offloaded 20 tcp
check "NAT on the fast path" round arrived 1000 verify_ok 1000
check "a reused packet holds no reference to its connection" forgotten
gw nft flush ruleset

esp_up
check "ESP, 60 bytes" esp 60
check "ESP, 1400 bytes" esp 1400
conf expect_spi=4661
bench round
check "an unexpected SPI is reported" is verify_bad 1000 verify_first "SPI (flow 0, packet 0)"
esp_down

esp_far
conf "${base[@]}" expect_spi=4660 expect_ttl=64 packets=4000 record=4000
check "ciphertext is recorded" round arrived 4000 verify_ok 4000 recorded 4000
esp_near
conf record=0 input=recorded packets=1000 expect_spi=0 expect_ttl=62 end=ingress
check "recorded packets can be returned at ingress twice" twice_returned
conf end=sink
check "they can still be sent, and are decrypted" decrypted
conf inject=list
check "inject=list: they are decrypted" decrypted
conf inject=napi
check "inject=napi: they are decrypted" decrypted
conf inject=single
check "a packet that was sent before is dropped as a replay" replayed
refuse "a round without unsent recorded packets is refused" bench round
conf input=built
check "packets in plain text are dropped" round arrived 0 dropped 1000
esp_down
ip -n fbb-gw addr del 10.0.2.254/32 dev in0
conf "${base[@]}"
check "without the policy they pass" round arrived 1000 verify_ok 1000

ip -n fbb-gw link add link in0 name in0.5 type vlan id 5
ip -n fbb-gw link add link out0 name out0.6 type vlan id 6
ip -n fbb-gw addr flush dev in0
ip -n fbb-gw addr flush dev out0
ip -n fbb-gw addr add 10.0.1.1/24 dev in0.5
ip -n fbb-gw addr add 10.0.2.1/24 dev out0.6
ip -n fbb-gw link set in0.5 up
ip -n fbb-gw link set out0.6 up
conf "${base[@]}" vlan=5 expect_vlan=6
check "packets pass from one VLAN into another" round arrived 1000 verify_ok 1000 size 60
conf inject=napi
check "inject=napi with VLANs" round arrived 1000 verify_ok 1000
conf expect_vlan=5
bench round
check "an unexpected VLAN is reported" is verify_bad 1000 verify_first "VLAN (flow 0, packet 0)"


# received PATTERN COUNT: a round of 100 packets; COUNT of them must reach the stack with an event that the pattern matches. What the
# device says of a packet stands in it.
received() {
	local events=$FB_TRACING/events/net/netif_receive_skb_entry seen

	echo >"$FB_TRACING/trace"
	echo 1 >"$events/enable"
	bench round
	echo 0 >"$events/enable"
	seen=$(grep -c "netif_receive_skb_entry: dev=in0 .*$1" "$FB_TRACING/trace")
	[[ $seen == "$2" ]] || { echo "$seen events with $1"; grep -m 3 netif_receive_skb_entry "$FB_TRACING/trace"; return 1; }
}

ip -n fbb-gw link add link in0.5 name in0.5.7 type vlan id 7
ip -n fbb-gw addr flush dev in0.5
ip -n fbb-gw addr add 10.0.1.1/24 dev in0.5.7
ip -n fbb-gw link set in0.5.7 up
conf "${base[@]}" vlan=5 inner_vlan=7 expect_vlan=6 packets=100
check "packets with two tags pass from two VLANs into one" round arrived 100 verify_ok 100 size 60
check "their inner tag is in the packet" received 'vlan_tagged=1 vlan_proto=0x8100 vlan_tci=0x0005 protocol=0x8100 ip_summed=1 ' 100
conf csum=complete
check "csum=complete: they have a sum of the device" received 'protocol=0x8100 ip_summed=2 ' 100
check "csum=complete: they pass, and no sum is wrong" round arrived 100 verify_ok 100
conf inner_vlan=0 vlan=0 pppoe=7
check "pppoe=7: packets are of a session" received 'vlan_tagged=0 .*protocol=0x8864 ip_summed=2 ' 100

# What another path leaves loaded changes this one, and is named.
left_loaded() {
	local said

	modprobe br_netfilter || return 1
	said=$(userspace/flowbench bench -q --labs 1 --tuples 1 --rounds 1 --packets 20 forward 2>&1 >/dev/null)
	modprobe -r br_netfilter
	[[ $said == *"module br_netfilter is loaded"*"than bridge-nf"* && $said != *esp4_offload* ]] && return
	printf '%s\n' "$said"
	return 1
}
check "a module that another path leaves loaded is named" left_loaded
check "kernel log is clean" log_clean
ktap_end
