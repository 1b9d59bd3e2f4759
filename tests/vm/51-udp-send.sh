#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# LONG
#
# The UDP sends through NAT and VXLAN, over veth and by each kind of NAT: what each scenario claims, seen
# in its trace; what veth cannot show, listed; and what is missing, named before anything is changed.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

lab=netns-lab/lab
out=$(mktemp -d)
on_exit rm -rf "$out"
module_load
ktap_plan 24

# record SCENARIO DIR [OPTION…]
record() {
	local scenario=$1 dir=$2
	shift 2

	userspace/flowbench run -q --nic veth --out "$out/$dir" "$@" "$scenario" >"$out/$dir.said"
}

# within OUTER CALL DIR: how many of CALL stand in the tree of OUTER's first call
within() {
	awk -v outer="$1" -v call="$2" '
		# By its indentation: a closing line may or may not have a name.
		{ at = index($0, "|"); line = substr($0, at + 1); depth = match(line, /[^ ]/) }
		!at || line ~ /^ *\/\*/ { next }
		depth <= inside { exit }
		{ name = line; sub(/^ */, "", name); sub(/[.( ].*/, "", name) }
		!inside && name == outer { inside = depth; next }
		inside && name == call { nr++ }
		END { print nr + 0 }' "$out/$3"/*/p1.trace
}

# holds NUMBER OUTER CALL DIR
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

# names TEXT COMMAND…: fails with a line that has TEXT, and leaves nothing behind
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
check "it has a flow of its own: one entry is made" holds 1 udp_sendmsg init_conntrack warm
check "the tunnel's is known: none is made inside vxlan_xmit()" holds 0 vxlan_xmit init_conntrack warm
check "and is looked for there" holds 1 vxlan_xmit __nf_conntrack_find_get warm
check "a flow that is new is looked for among those expected" holds 1 udp_sendmsg nf_ct_find_expectation warm
check "the neighbour inside is stale" holds 1 udp_sendmsg __neigh_event_send warm
check "the one below is not" holds 0 vxlan_xmit __neigh_event_send warm
check "what veth cannot show is listed" said warm "2 x igb_xmit_frame"
check "vxlan-nat-cold --nat nft: every expectation holds" record vxlan-nat-cold cold --nat nft
check "both flows are new" holds 2 udp_sendmsg init_conntrack cold
check "the tunnel's among them" holds 1 vxlan_xmit init_conntrack cold
check "both neighbours are stale" holds 2 udp_sendmsg __neigh_event_send cold
check "what veth cannot show is listed" said cold "handle_edge_irq > igb_msix_ring"
check "udp-fragment-igb: every expectation holds" record udp-fragment-igb fragment
check "two frames" holds 2 udp_sendmsg dev_hard_start_xmit fragment
check "by ip_do_fragment()" holds 1 udp_sendmsg ip_do_fragment fragment

if legacy; then
	check "NAT is by iptables where the kernel has it" grep -q '"nat": "legacy"' "$out/warm/results.json"
	check "its rules look at a comment" holds 1 udp_sendmsg comment_mt warm
	check "and at the kind of an address" holds 1 udp_sendmsg addrtype_mt_v1 warm
else
	skip "NAT is by iptables where the kernel has it" "this kernel has no iptable_nat"
	skip "its rules look at a comment" "this kernel has no iptable_nat"
	skip "and at the kind of an address" "this kernel has no iptable_nat"
fi
check "--nat nft: its rules are nftables'" holds 0 udp_sendmsg ipt_do_table cold
check "and look twice at the kind of an address" holds 2 udp_sendmsg nft_fib4_eval_type cold

# --- what is missing ---------------------------------------------------------------------------
check "an igb that is not there is named" names "no NIC 02:fb:00:00:03:01 for host's eth0" \
	"$lab" up vxlan-nat --nic igb
# Where the kernel's modules are is hidden from the lab alone.
without_modules() {
	unshare --mount --propagation private bash -ec 'mount -t tmpfs none /usr/lib/modules; exec "$@"' bash "$@"
}

if rmmod vxlan; then
	check "a module that is not there is named" names "has no module 'vxlan'" \
		without_modules "$lab" up vxlan-nat
else
	skip "a module that is not there is named" "vxlan is built in or in use"
fi
check "a topology without NAT is named" names "has no NAT" "$lab" up esp-gateway --nat nft
ktap_end
