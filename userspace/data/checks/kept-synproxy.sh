# proves: a connection whose sequence numbers synproxy shifts is not offloaded; one without synproxy is, under the same rules
# fails: 5.10 the server's SYN-ACK offloads the connection, and the flowtable does not shift sequence numbers (commit e5eaac2beb54)
# needs: nft_synproxy nf_synproxy_core
# SPDX-License-Identifier: GPL-2.0
# why: seq-adjust
# why: 5.10 -
# danger: 5.10 a connection of synproxy is offloaded too early, and none of its data arrives: do not offload it
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

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
	is ct "offloaded connections of synproxy, after its handshake" = 0 "$(offloaded tcp dport=5000)"
	# Data on an offloaded connection would not arrive.
	[[ $(offloaded tcp dport=5000) == 0 ]] || return 0
	warm proxied tcp
	connect plain tcp 10.0.2.2 5001
	is ct "offloaded connections of synproxy" = 0 "$(offloaded tcp dport=5000)"
	is ct "offloaded connections without synproxy" = 1 "$(offloaded tcp dport=5001)"
	begin
	both_ways proxied tcp
	finish
	is hook "packets on the fast path" = 0 "$(fast)"
	is nft "packets on the slow path" '>=' "$(fewest tcp)" "$(slow)"
	closes
	taken plain tcp
}
