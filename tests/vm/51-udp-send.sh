#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The UDP sends through NAT and VXLAN, over veth and with each kind of NAT. Each claim of a scenario holds in
# its trace. Expectations that need another NIC than veth are listed. A missing requirement is named before
# anything is changed.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

lab=netns-lab/lab
out=$(mktemp -d)
on_exit rm -rf "$out"
module_load
ktap_plan 24

# record SCENARIO DIR [OPTION…]: runs the scenario; its results go to DIR, its output to DIR.said
record() {
	local scenario=$1 dir=$2
	shift 2

	userspace/flowbench run -q --nic veth --out "$out/$dir" "$@" "$scenario" >"$out/$dir.said"
}

# within OUTER CALL DIR: prints how many calls of CALL are in the tree of OUTER's first call
within() {
	awk -v outer="$1" -v call="$2" '
		# The depth comes from the indentation: a closing line may or may not have a name.
		{ at = index($0, "|"); line = substr($0, at + 1); depth = match(line, /[^ ]/) }
		!at || line ~ /^ *\/\*/ { next }
		depth <= inside { exit }
		{ name = line; sub(/^ */, "", name); sub(/[.( ].*/, "", name) }
		!inside && name == outer { inside = depth; next }
		inside && name == call { nr++ }
		END { print nr + 0 }' "$out/$3"/*/p1.trace
}

# holds NUMBER OUTER CALL DIR: there must be NUMBER calls of CALL within OUTER
holds() {
	local nr

	nr=$(within "$2" "$3" "$4")
	[[ $nr -eq $1 ]] || {
		printf '%d %s in %s\n' "$nr" "$3" "$2"
		return 1
	}
}

said() {
	grep -qF -- "$2" "$out/$1.said" || {
		cat "$out/$1.said"
		return 1
	}
}

# names TEXT COMMAND…: the command must fail with a line that has TEXT, and leave no namespace behind
names() {
	local text=$1 said status=0
	shift

	said=$("$@" 2>&1 >/dev/null) || status=$?
	printf 'status %d: %s\n' "$status" "$said"
	[[ $status -ne 0 && $said == *"$text"* ]] || return 1
	! ls -d /run/netns/fb-* 2>/dev/null
}

legacy() {
	modprobe -qn iptable_nat
}

check "vxlan-nat-igb: every expectation holds" record vxlan-nat-igb warm
check "the datagram's flow is new: one conntrack entry is made" holds 1 udp_sendmsg init_conntrack warm
check "the tunnel's flow is known: no entry is made inside vxlan_xmit()" holds 0 vxlan_xmit init_conntrack warm
check "the tunnel's flow is looked up inside vxlan_xmit()" holds 1 vxlan_xmit __nf_conntrack_find_get warm
check "a new flow is looked up among the expected ones" holds 1 udp_sendmsg nf_ct_find_expectation warm
check "the inner neighbour is stale" holds 1 udp_sendmsg __neigh_event_send warm
check "the outer neighbour is not stale" holds 0 vxlan_xmit __neigh_event_send warm
check "expectations that veth cannot meet are listed" said warm "2 x igb_xmit_frame"
check "vxlan-nat-cold --nat nft: every expectation holds" record vxlan-nat-cold cold --nat nft
check "both flows are new" holds 2 udp_sendmsg init_conntrack cold
check "the tunnel's flow is one of them" holds 1 vxlan_xmit init_conntrack cold
check "both neighbours are stale" holds 2 udp_sendmsg __neigh_event_send cold
check "expectations that veth cannot meet are listed" said cold "handle_fasteoi_irq > igb_msix_ring"
check "udp-fragment-igb: every expectation holds" record udp-fragment-igb fragment
check "two frames are sent" holds 2 udp_sendmsg dev_hard_start_xmit fragment
check "ip_do_fragment() makes them" holds 1 udp_sendmsg ip_do_fragment fragment

if legacy; then
	check "NAT uses iptables if the kernel has it" grep -q '"nat": "legacy"' "$out/warm/results.json"
	check "its rules call comment_mt()" holds 1 udp_sendmsg comment_mt warm
	check "its rules call addrtype_mt_v1()" holds 1 udp_sendmsg addrtype_mt_v1 warm
else
	skip "NAT uses iptables if the kernel has it" "this kernel has no iptable_nat"
	skip "its rules call comment_mt()" "this kernel has no iptable_nat"
	skip "its rules call addrtype_mt_v1()" "this kernel has no iptable_nat"
fi
check "--nat nft: no iptables rule is evaluated" holds 0 udp_sendmsg ipt_do_table cold
check "its rules look up the address type twice" holds 2 udp_sendmsg nft_fib4_eval_type cold

# --- missing requirements ---------------------------------------------------------------------------
check "a missing igb is named" names "no NIC 02:fb:00:00:03:01 for host's eth0" \
	"$lab" up vxlan-nat --nic igb
# Runs the command with /usr/lib/modules hidden from it.
without_modules() {
	unshare --mount --propagation private bash -ec 'mount -t tmpfs none /usr/lib/modules; exec "$@"' bash "$@"
}

if rmmod vxlan; then
	check "a missing module is named" names "has no module 'vxlan'" \
		without_modules "$lab" up vxlan-nat
else
	skip "a missing module is named" "vxlan is built in or in use"
fi
check "a topology without NAT is named" names "takes neither --nat" "$lab" up esp-gateway --nat nft
ktap_end
