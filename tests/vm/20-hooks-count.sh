#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Hooks that are on count calls, and their sums close. Hooks that are off do not count.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh

# Functions that every supported kernel has once the modules are loaded. nf_flow_xmit_xfrm
# and a few others are inlined in some kernels.
always="nf_flow_offload_ip_hook nf_flow_offload_ipv6_hook flow_offload_lookup
flow_offload_add flow_offload_teardown nft_flow_offload_eval nf_conntrack_in
ip_forward xfrm_lookup_with_ifid xfrm4_output xfrm_output esp_output esp_input
xfrm_input neigh_xmit nf_hook_slow"

ktap_plan 13
log_mark 20-hooks-count
for module in nf_flow_table nf_flow_table_inet nft_flow_offload nf_conntrack \
	esp4 esp6; do
	modprobe -q "$module" || true
done
on_exit module_unload
module_load
net_up
net_flowtable
net_server

field() {
	awk -v hook="$1" -v n="$2" '$1 == hook { print $n }' "$FB_DEBUG/hooks"
}

always_on() {
	local hook bad=0

	for hook in $always; do
		[[ $(field "$hook" 3) == on ]] && continue
		grep "^$hook " "$FB_DEBUG/hooks"
		bad=1
	done
	return "$bad"
}

# Every hook must use an fprobe if the kernel has fprobes, else a kretprobe.
mechanism_is_best() {
	local want=kretprobe

	grep -q ' register_fprobe_ips$' /proc/kallsyms && want=fprobe
	! awk -v want="$want" '$3 == "on" && $4 != want { print; bad = 1 }
		END { exit !bad }' "$FB_DEBUG/hooks"
}

verdict() {
	awk -v hook="$1" -v value="$2" '$1 == hook && $2 == value { print $3; n++ }
		END { if (!n) print 0 }' "$FB_DEBUG/verdicts"
}

more_than() {
	(("$1" > "$2")) || { echo "$1 is not more than $2"; return 1; }
}

# For each hook: calls = sum over verdicts = sum over buckets; the buckets' bounds enclose the sum of times
sums_close() {
	local hook calls values

	while read -r hook _ _ _ calls _; do
		values=$(awk -v hook="$hook" '$1 == hook { n += $3 }
			END { print n + 0 }' "$FB_DEBUG/verdicts")
		[[ $values == "$calls" ]] ||
			{ echo "$hook: $calls calls, $values verdicts"; return 1; }
		awk -v calls="$calls" -v hook="$hook" '
			/=/ { split($0, kv, "="); v[kv[1]] = kv[2]; next }
			{ n += $3; low += $1 * $3; high += $2 * $3 }
			!first++ && ($1 > v["min"] || $2 < v["min"]) { bad = "min" }
			{ last_low = $1; last_high = $2 }
			END {
				if (n != calls)
					bad = "buckets hold " n
				if (n && (v["max"] < last_low || v["max"] > last_high))
					bad = "max"
				if (n && (v["sum"] < low || v["sum"] > high))
					bad = "sum"
				if (bad) {
					print hook ": " calls " calls, " bad
					exit 1
				}
			}' "$FB_DEBUG/histogram/$hook" || return 1
	done <"$FB_DEBUG/hooks"
}

all_zero() {
	! awk '$5 != 0 { print; bad = 1 } END { exit !bad }' "$FB_DEBUG/hooks" &&
		[[ ! -s $FB_DEBUG/verdicts ]]
}

check "all hooks switch on" write "$FB_DEBUG/hooks" +all
check "no hook stays off" test -z "$(awk '$3 == "off"' "$FB_DEBUG/hooks")"
check "hooks that every kernel has are on" always_on
check "each hook uses the best mechanism" mechanism_is_best
check "traffic passes" net_send -n 4M
check "the slow path is counted" more_than "$(field ip_forward 5)" 2
check "the fast path takes packets" more_than \
	"$(verdict nf_flow_offload_ip_hook NF_STOLEN)" 100
check "flows are added" more_than \
	"$(verdict flow_offload_add 0)" 0
check "all hooks switch off" write "$FB_DEBUG/hooks" -all
before=$(awk '{ print $1, $5 }' "$FB_DEBUG/hooks")
net_send -n 1M || true
check "hooks that are off do not count" test "$before" = "$(awk '{ print $1, $5 }' "$FB_DEBUG/hooks")"
check "sums of calls, verdicts and histograms close" sums_close
write "$FB_DEBUG/reset" 1
check "reset sets all counts to 0" all_zero
check "kernel log is clean" log_clean
ktap_end
