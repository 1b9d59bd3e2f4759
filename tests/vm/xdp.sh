# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the tests of flowbench xdp have in common, on the network of net.sh: a flowtable for all protocols, frames that
# are sent one by one, and the program's counters. $dir is the test's folder.

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
	mac_s0=$(net_mac fb-t-s s0) mac_s1=$(net_mac fb-t-gw s1)
}

# there PORT [KEY=VALUE…]: sends a datagram of the client to this port
there() {
	net_packets <<<"c c0 1 dmac=gw.c1 src=10.9.1.2 dst=10.9.2.2 proto=udp sport=1024 dport=$1 size=16 csum=none ${*:2}"
}

# back PORT [ADDRESS]: sends the answer of that port
back() {
	net_packets <<<"s s0 1 dmac=gw.s1 src=10.9.2.2 dst=${2:-10.9.1.2} proto=udp sport=$1 dport=1024 size=16 csum=none"
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
