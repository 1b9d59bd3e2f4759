#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# `flowbench why` beside 100,000 connections: the answer comes soon, and memory does not grow with the table.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 5
log_mark 48-why-many
program=${FLOWBENCH:-userspace/flowbench}
dir=$(mktemp -d)
on_exit rm -rf "$dir"
on_exit module_unload
module_load
bench_up
modprobe nf_conntrack
write /proc/sys/net/netfilter/nf_conntrack_max 200000
# A kernel that watches itself takes longer for them than a datagram's connection lasts.
gw sysctl -qw net.netfilter.nf_conntrack_udp_timeout=3600 net.netfilter.nf_conntrack_udp_timeout_stream=3600
gw nft -f - <<-'NFT'
	table ip fb {
		flowtable ft {
			hook ingress priority 0
			devices = { in0, out0 }
		}
		chain forward {
			type filter hook forward priority 0; policy accept
			ct state established accept
			meta l4proto udp flow add @ft
		}
	}
NFT

warm_up() {
	bench warmup && is error none warm_replied 100000
}

# answered: asks, and shows how long the answer took and how much memory the program has had
answered() {
	local began=${EPOCHREALTIME/./}

	echo answer >&"$in"
	IFS= read -r -t 300 A <&"$out" || { cat "$dir/err"; return 1; }
	ms=$(((${EPOCHREALTIME/./} - began) / 1000))
	kb=$(awk '/^VmHWM/ { print $2 }' "/proc/$asking/status")
}

all_counted() {
	[[ $A =~ \"tracked\":\ ([0-9]+) ]] && ((BASH_REMATCH[1] >= 100000)) && return
	echo "$A"
	return 1
}

conf flows=100000 packets=2000
check "100,000 connections" warm_up
mkfifo "$dir/in" "$dir/out"
"$program" why --netns fbb-gw --ask <"$dir/in" >"$dir/out" 2>"$dir/err" &
asking=$!
exec {in}>"$dir/in" {out}<"$dir/out"
echo begin >&"$in"
IFS= read -r -t 60 A <&"$out"
bench round || true
answered
check "all are counted" all_counted
check "the rule that takes their packets is named" grep -q '"reason": "rule".*rule 1 of ip fb forward' <<<"$A"
check "memory is at most 64 MB" [ "$kb" -le 65536 ]
printf '# the answer took %d ms of the guest, with %d kB\n' "$ms" "$kb"
exec {in}>&- {out}<&-
wait "$asking"
check "kernel log is clean" log_clean
ktap_end
