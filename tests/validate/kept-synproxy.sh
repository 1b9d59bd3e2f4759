# proves: a connection whose sequence numbers are shifted (by synproxy) is not offloaded, and one beside it is
# fails: 5.10 the SYN ACK of the server puts the connection into the flowtable, which shifts no sequence numbers
# needs: nft_synproxy nf_synproxy_core
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	must in_ gw sysctl -qw net.netfilter.nf_conntrack_tcp_loose=0
	flowtable ip before='tcp dport 5000 ct state invalid,untracked synproxy mss 1460 wscale 7 timestamp sack-perm
		ct state invalid drop'
	rules <<-NFT
		table ip fb_raw {
			chain prerouting {
				type filter hook prerouting priority raw; policy accept;
				tcp dport 5000 tcp flags syn notrack
			}
		}
	NFT
	t tcp proxied client server 10.0.2.2 5000
	is ct "connections of synproxy that are offloaded as it has opened them" = 0 "$(offloaded tcp dport=5000)"
	# What goes over one that is does not arrive.
	[[ $(offloaded tcp dport=5000) == 0 ]] || return 0
	warm proxied tcp
	connect plain tcp 10.0.2.2 5001
	is ct "connections of synproxy that are offloaded" = 0 "$(offloaded tcp dport=5000)"
	is ct "connections beside them that are" = 1 "$(offloaded tcp dport=5001)"
	begin
	both_ways proxied tcp
	finish
	is hook "packets of the fast path" = 0 "$(fast)"
	is nft "packets of the slow path" '>=' 100 "$(slow)"
	closes
	taken plain tcp
}
