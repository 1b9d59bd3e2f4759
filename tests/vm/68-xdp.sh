#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# flowbench xdp: packets of a flow are forwarded in the driver, with another TTL and other addresses. Any other packet
# goes up to the stack, and the program's counters say why. What cannot be done is refused in one line, and leaves
# no device with a program.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh

dir=$(mktemp -d)
on_exit rm -rf "$dir"

xdp() {
	userspace/flowbench xdp --netns fbt-gw "$@" 2>"$dir/err" >"$dir/out"
}

# refused TEXT OPTION…: fails with one line that holds TEXT
refused() {
	local text=$1 status=0

	shift
	xdp "$@" || status=$?
	((status == 1)) && (($(wc -l <"$dir/err") == 1)) && grep -qF -- "$text" "$dir/err" && return
	echo "status $status"
	cat "$dir/err"
	return 1
}

# programs N: so many devices of the gateway have a program
programs() {
	local found

	found=$(ip -n fbt-gw link show | grep -c 'prog/xdp') || true
	((found == $1)) || { ip -n fbt-gw link show; return 1; }
}

old='' bare=''
[[ ! $(uname -r) =~ ^(5|6\.[0-9]\.|6\.10\.) ]] || old=1
[[ -e /sys/kernel/btf/vmlinux ]] || bare=1
if [[ $old || $bare ]]; then
	ktap_plan 2
	modprobe -qa nf_flow_table veth || true
	net_up
	if [[ $old ]]; then
		check "a kernel before 6.11 is refused" refused "which came with 6.11" --attach c1 s1
	else
		ip netns exec fbt-c ethtool -K c0 gro on >/dev/null
		check "a kernel without type information is refused" refused "CONFIG_DEBUG_INFO_BTF" --attach --to c1 s1
	fi
	check "no device has a program" programs 0
	ktap_end
	exit
fi

ktap_plan 26
log_mark 68-xdp
modprobe -qa veth nf_conntrack || true
net_up
# Each end takes frames of XDP, and fills in checksums, which a frame cannot leave to others.
ip netns exec fbt-c ethtool -K c0 gro on tx off >/dev/null
ip netns exec fbt-s ethtool -K s0 gro on tx off >/dev/null

modprobe -qr nft_flow_offload nf_flow_table_inet nf_flow_table_ipv4 nf_flow_table_ipv6 nf_flow_table || true
if [[ -d /sys/module/nf_flow_table ]]; then
	skip "without a flowtable, the module is named" "nf_flow_table is in use"
else
	check "without a flowtable, the module is named" refused "module nf_flow_table is not loaded" --attach c1 s1
fi

modprobe -qa nf_flow_table nf_flow_table_inet nft_flow_offload nft_ct nft_chain_nat nft_nat || true
ip netns exec fbt-gw nft -f - <<'NFT'
	table ip fbt {
		flowtable ft {
			hook ingress priority 0
			devices = { c1, s1 }
		}
		chain forward {
			type filter hook forward priority 0; policy accept
			ct state established flow add @ft
		}
		chain post {
			type nat hook postrouting priority 100
			udp dport 7000 snat to 10.9.2.9
		}
	}
NFT
# Without sockets, the ends would answer with ICMP, which the program sees as well.
for end in fbt-c fbt-s; do
	ip netns exec "$end" nft -f - <<-'NFT'
		table ip quiet {
			chain in {
				type filter hook input priority 0; policy accept
				meta l4proto udp drop
			}
		}
	NFT
done

# --- frames -----------------------------------------------------------------------

mac_c0=$(net_mac fbt-c c0) mac_c1=$(net_mac fbt-gw c1) mac_s0=$(net_mac fbt-s s0) mac_s1=$(net_mac fbt-gw s1)
client=0a090102 server=0a090202

# ip_udp VIHL FRAG TTL SRC DST SPORT DPORT OPTIONS: a datagram without payload and UDP checksum, in hex
ip_udp() {
	local len=$((${#8} / 2 + 28)) word head sum=0 i

	printf -v head '%s00%04x0001%s%02x110000%s%s%s' "$1" "$len" "$2" "$3" "$4" "$5" "$8"
	for ((i = 0; i < ${#head}; i += 4)); do
		word=$((16#${head:i:4}))
		sum=$((sum + word))
	done
	sum=$(((sum & 0xffff) + (sum >> 16)))
	sum=$(((sum & 0xffff) + (sum >> 16)))
	printf '%s%04x%s%04x%04x00080000' "${head:0:20}" $((sum ^ 0xffff)) "${head:24}" "$6" "$7"
}

# there PORT [TTL [VIHL [FRAG [OPTIONS [TAG]]]]]: sends a datagram of the client to this port
there() {
	ip netns exec fbt-c perl tests/vm/frame.pl c0 "${mac_c1//:/}${mac_c0//:/}${6:-}0800$(ip_udp "${3:-45}" \
		"${4:-0000}" "${2:-64}" "$client" "$server" 1024 "$1" "${5:-}")00000000000000000000000000000000"
}

# back PORT: sends the answer of that port
back() {
	ip netns exec fbt-s perl tests/vm/frame.pl s0 "${mac_s1//:/}${mac_s0//:/}0800$(ip_udp 45 0000 64 \
		"$server" "${2:-$client}" "$1" 1024 '')00000000000000000000000000000000"
}

offloaded() {
	ip netns exec fbt-gw grep -w "dport=$1" /proc/net/nf_conntrack | grep -q OFFLOAD
}

# flow PORT [ADDRESS]: makes a flow to this port
flow() {
	there "$1" && sleep 0.2 && back "$1" "${2:-}" && sleep 0.2 && there "$1" && wait_until 5 offloaded "$1"
}

counts() {
	xdp c1 && sed 's/^c1: //' "$dir/out" | tr ' ' '\n'
}

# counted NAME COMMAND…: COMMAND sends one packet, which this counter counts and no other
counted() {
	local name=$1 before after

	shift
	before=$(counts) || return 1
	"$@" || return 1
	sleep 0.3
	after=$(counts) || return 1
	diff <(awk -F= -v n="$name" '{ print $1 "=" $2 + ($1 == n) }' <<<"$before") <(printf '%s\n' "$after")
}

# seen WORDS COMMAND…: what COMMAND sends arrives at the server, and tcpdump prints WORDS of it
seen() {
	local words=$1 pid

	shift
	ip netns exec fbt-s tcpdump -Z root -nn -e -v -l -i s0 -c 1 "udp and dst host 10.9.2.2" >"$dir/seen" 2>"$dir/listens" &
	pid=$!
	on_exit kill "$pid"
	wait_until 10 grep -q listening "$dir/listens" && "$@" || return 1
	wait_until 10 test -s "$dir/seen" || true
	sleep 0.2
	kill "$pid" 2>/dev/null || true
	tr '\n' ' ' <"$dir/seen" | grep -qE -- "$words" && return
	cat "$dir/seen"
	return 1
}

# --- what is forwarded, and what is not --------------------------------------------

check "the program is attached to both devices" xdp --attach c1 s1
check "both devices have it" programs 2
check "a flow is made by the stack" flow 5000
check "a packet of the flow is redirected" counted redirected there 5000
check "it arrives with TTL 63 and the addresses of the link" \
	seen "$mac_s1 > $mac_s0.*ttl 63" there 5000
check "a packet of no flow goes up" counted no-flow there 5001
check "with a VLAN tag in the frame: up" counted not-plain there 5000 64 45 0000 '' 8100000a
check "a fragment: up" counted not-plain there 5000 64 45 2000
check "with IP options: up" counted not-plain there 5000 64 46 0000 01010101
check "with TTL 1: up" counted ttl there 5000 1
check "a flow with NAT: up" eval 'flow 7000 0a090209 && counted not-simple there 7000'
check "it arrives translated" seen '10\.9\.2\.9\.1024 > 10\.9\.2\.2\.7000' there 7000

torn_down() {
	ip netns exec fbt-gw conntrack -D -p udp --dport 5000 >/dev/null 2>&1 && counted no-flow there 5000
}
check "a flow that is torn down: up" torn_down

net_server
tcp_ends() {
	net_send -n 100K || return 1
	sleep 0.5
	counts >"$dir/counts" && grep -qE '^tcp-end=[1-9]' "$dir/counts" && return
	cat "$dir/counts"
	return 1
}
check "FIN: up" tcp_ends
check "another program is not replaced" refused "it has another XDP program" --attach c1
check "it is taken off" xdp --detach c1 s1
check "no device has a program" programs 0

no_device() {
	xdp --attach c1 && flow 5002 && counted no-device there 5002 && xdp --detach c1
}
check "to a device that was not named: up" no_device

# --- what is refused ----------------------------------------------------------------

check "a device without native XDP" refused "lo: its driver has no native XDP" --attach c1 lo
too_large() {
	local ret=0

	ip -n fbt-c link set c0 mtu 9000
	refused "MTU is too large" --attach s1 c1 || ret=1
	ip -n fbt-c link set c0 mtu 1500
	return "$ret"
}
check "frames that are too large for XDP" too_large
check "the other device has no program then" programs 0
cannot_send() {
	local ret=0

	ip netns exec fbt-s ethtool -K s0 gro off
	refused "does not send frames of XDP" --attach c1 --to s1 || ret=1
	ip netns exec fbt-s ethtool -K s0 gro on
	return "$ret"
}
check "a device that cannot send" cannot_send
unloadable() {
	local text

	text=$(nsenter --net=/run/netns/fbt-gw setpriv --bounding-set -bpf,-sys_admin --inh-caps -bpf,-sys_admin \
		userspace/flowbench xdp --attach c1 s1 2>&1) && return 1
	[[ $text == 'flowbench: xdp: '*'not permitted' && $text != *$'\n'* ]] || { echo "$text"; return 1; }
}
check "a program that may not be loaded" unloadable

# Each attempt ends with both devices or with none.
interrupted() {
	local pause pid found

	for pause in 0.05 0.1 0.2 0.3 0.5; do
		env --default-signal=INT userspace/flowbench xdp --netns fbt-gw --attach c1 s1 2>/dev/null &
		pid=$!
		sleep "$pause"
		kill -INT "$pid" 2>/dev/null || true
		wait "$pid" || true
		found=$(ip -n fbt-gw link show | grep -c 'prog/xdp') || true
		((found == 0 || found == 2)) || { echo "$found devices after $pause s"; return 1; }
		((found == 0)) || xdp --detach c1 s1 || return 1
	done
	programs 0
}
check "^C leaves both devices with the program, or none" interrupted
check "the kernel log is clean" log_clean
ktap_end
