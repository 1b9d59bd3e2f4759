# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the tests of flowbench xdp have in common, on the network of net.sh: a flowtable for all protocols, frames that
# are sent one by one, and the program's counters. $dir is the test's folder.

client=0a090102 server=0a090202

# xdp OPTION…: runs flowbench xdp on the gateway
xdp() {
	userspace/flowbench xdp --netns fb-t-gw "$@" 2>"$dir/err" >"$dir/out"
}

# programs N: so many devices of the gateway have a program
programs() {
	local found

	found=$(ip -n fb-t-gw link show | grep -c 'prog/xdp') || true
	((found == $1)) || { ip -n fb-t-gw link show; return 1; }
}

# xdp_without: sets $old on a kernel that is too old, and $bare on one without type information
xdp_without() {
	old='' bare=''
	[[ ! $(uname -r) =~ ^(5|6\.[0-9]\.|6\.10\.) ]] || old=1
	[[ -e /sys/kernel/btf/vmlinux ]] || bare=1
}

# xdp_flowtable: loads the gateway's ruleset, and silences both ends: without sockets, they would answer with ICMP,
# which the program sees as well
xdp_flowtable() {
	local end

	modprobe -qa nf_flow_table nf_flow_table_inet nft_flow_offload nft_ct nft_chain_nat nft_nat || true
	ip netns exec fb-t-gw nft -f - <<-'NFT'
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
	for end in fb-t-c fb-t-s; do
		ip netns exec "$end" nft -f - <<-'NFT'
			table ip quiet {
				chain in {
					type filter hook input priority 0; policy accept
					meta l4proto udp drop
				}
			}
		NFT
	done
	mac_c0=$(net_mac fb-t-c c0) mac_c1=$(net_mac fb-t-gw c1) mac_s0=$(net_mac fb-t-s s0) mac_s1=$(net_mac fb-t-gw s1)
}

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
	ip netns exec fb-t-c perl tests/vm/frame.pl c0 "${mac_c1//:/}${mac_c0//:/}${6:-}0800$(ip_udp "${3:-45}" \
		"${4:-0000}" "${2:-64}" "$client" "$server" 1024 "$1" "${5:-}")00000000000000000000000000000000"
}

# back PORT: sends the answer of that port
back() {
	ip netns exec fb-t-s perl tests/vm/frame.pl s0 "${mac_s1//:/}${mac_s0//:/}0800$(ip_udp 45 0000 64 \
		"$server" "${2:-$client}" "$1" 1024 '')00000000000000000000000000000000"
}

offloaded() {
	ip netns exec fb-t-gw grep -w "dport=$1" /proc/net/nf_conntrack | grep -q OFFLOAD
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
	ip netns exec fb-t-s tcpdump -Z root -nn -e -v -l -i s0 -c 1 "udp and dst host 10.9.2.2" >"$dir/seen" 2>"$dir/listens" &
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
