#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A trace that somebody found leads to a lab, which makes the same happen: a forwarded packet that iptables drops, an ICMP
# echo through nft, a bridge with br_netfilter, TCP over lo, TCP through IPVS, IPv6, rules of iptables-nft, and TCP over a
# NIC that this machine lacks. A hostile trace does nothing but that.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

out=$(mktemp -d)
on_exit rm -rf "$out"
module_load
ktap_plan 13

# trace NAME LINE…: writes a trace of these calls, which stand as a tree without times
trace() {
	local name=$1
	shift

	printf '%s\n' "$@" >"$out/$name"
}

# again NAME: makes a trace happen again; its result goes to NAME.run
again() {
	userspace/flowbench run -q --out "$out/$1.run" --trace "$out/$1" >"$out/$1.said" 2>&1 || {
		cat "$out/$1.said"
		return 1
	}
}

# calls NAME CALL…: each CALL is in the recording; !CALL is not
calls() {
	local name=$1 call
	shift

	for call; do
		if [[ $call == !* ]]; then
			! grep -qE "[ |]${call#!}(\.[a-z0-9.]+)?( \[|\()" "$out/$name.run"/trace/p1.trace
		else
			grep -qE "[ |]$call(\.[a-z0-9.]+)?( \[|\()" "$out/$name.run"/trace/p1.trace
		fi || {
			printf '%s: %s\n' "$name" "$call"
			return 1
		}
	done
}

# legacy MODULE: true if the kernel has this part of iptables-legacy
legacy() {
	modprobe -qn "$1"
}

dropped() {
	legacy iptable_filter || return 0
	trace drop 'ip_forward() {' '  nf_hook_slow() {' '    iptable_filter_hook();' '    kfree_skb();' '  }' '}'
	again drop && calls drop ip_forward ipt_do_table !ip_forward_finish !ip_output
}

echoed() {
	trace echo 'ip_rcv() {' '  nft_do_chain_inet();' '  nf_nat_inet_fn();' '  icmp_rcv() {' '    icmp_echo();' '  }' '}'
	again echo && calls echo nft_do_chain nf_nat_inet_fn icmp_rcv ip_output
}

bridged() {
	trace bridge 'br_handle_frame() {' '  br_nf_pre_routing();' '  br_forward();' '}'
	again bridge && calls bridge br_handle_frame br_nf_pre_routing !ip_forward
}

looped() {
	trace loop 'tcp_sendmsg() {' '  loopback_xmit();' '  tcp_v4_rcv();' '}'
	again loop && calls loop tcp_sendmsg loopback_xmit tcp_v4_rcv
}

passed() {
	trace pass 'tcp_sendmsg() {' '  ip_vs_in();' '  nf_conntrack_in();' '}'
	again pass && grep -qE 'ip_vs_(in|out)|ip_vs_local_request4' "$out/pass.run/trace/p1.trace" && calls pass nf_conntrack_in
}

forwarded6() {
	trace forward6 'ip6_forward() {' '  nft_do_chain_ipv6();' '  nf_conntrack_in();' '}'
	again forward6 && calls forward6 ip6_forward nft_do_chain nf_conntrack_in !ip_forward
}

echoed6() {
	trace echo6 'ipv6_rcv() {' '  icmpv6_rcv() {' '    icmpv6_echo_reply();' '  }' '}'
	again echo6 && calls echo6 icmpv6_rcv icmpv6_echo_reply ip6_output !icmp_rcv
}

# A match that iptables-nft has from iptables.
compatible() {
	trace compat 'ip_forward() {' '  nft_do_chain() {' '    nft_match_eval();' '  }' '}'
	again compat && calls compat ip_forward nft_do_chain addrtype_mt_v1
}

elsewhere() {
	trace nic 'e1000_clean_rx_irq [e1000e]() {' '  tcp_v4_rcv();' '}'
	again nic && calls nic ip_local_deliver tcp_v4_rcv
}

tapped() {
	trace tap 'tun_get_user() {' '  do_xdp_generic();' '  ip_forward();' '}'
	again tap && calls tap tun_get_user do_xdp_generic ip_forward
}

unchanged() {
	[[ -z $(ip netns list) && ! -e $out/hit ]]
}

# A name, a remark and a value that a shell, nft or a path would obey.
hostile() {
	printf '%s\n' ' 0)               |  udp_sendmsg() {' " 0)               |  /* \$(touch $out/hit); flush ruleset */" \
		" 0)   1.000 us    |    a<\$(touch $out/hit)>::../../etc/passwd(); /* = \$(id) */" \
		' 0)   2.000 us    |  }' >"$out/hostile"
	again hostile && calls hostile udp_sendmsg && unchanged
}

# none NAME WORDS: refused with this line, and nothing is built
none() {
	! again "$1" >"$out/err" && grep -qF -- "$2" "$out/err" && unchanged
}

check "a packet that iptables drops is dropped again" dropped
check "an echo through nft and NAT" echoed
check "a bridge whose packets meet the hooks of IP" bridged
check "TCP over lo, with its softirq" looped
check "TCP through IPVS" passed
check "IPv6 is forwarded, through nft" forwarded6
check "an echo of IPv6" echoed6
check "rules of iptables-nft" compatible
check "a NIC's trace, where the NIC is not there" elsewhere
check "generic XDP at a tap device" tapped
check "a hostile trace" hostile
trace files 'vfs_read() {' '  ext4_file_read_iter();' '}'
check "a trace without a packet is refused" none files "no packet's path"
trace part 'ip_rcv() {' '  ip_rcv_core();' '}'
check "a part of a path is refused" none part 'a part of a path'
ktap_end
