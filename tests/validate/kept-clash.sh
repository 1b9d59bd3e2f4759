# proves: of two first packets that NAT sends two ways, only the flow that conntrack confirmed first is offloaded
# since: 6.12 6.1 and before give a packet out of a queue the connection that is there, and nothing clashes
# needs: nft_queue nfnetlink_queue
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

# Both wait in a queue, neither confirmed: the later one keeps its own answer's way, and conntrack knows that
# its tuples clash (IPS_NAT_CLASH).
check() {
	flowtable ip match='ct state established udp sport 5000'
	rules <<-NFT
		table ip fb_nat {
			chain prerouting {
				type nat hook prerouting priority dstnat; policy accept;
				udp dport 5000 dnat to numgen inc mod 2 map { 0 : 10.0.2.2, 1 : 10.0.3.2 }
			}
			chain postrouting {
				type filter hook postrouting priority 0; policy accept;
				ct state new udp dport 5000 queue num 7 bypass
			}
		}
	NFT
	deaf client server other
	t hold gw 7
	from_client 2 dst=10.0.9.9
	watch at-client client eth0
	begin
	# The later one is forgotten a second from here on.
	t release 2
	is queue "first packets that waited" = 2 "$(got n)"
	from_other 1 src=10.0.3.2 dst=10.0.1.2 sport=5000 dport=4000
	finish
	# Which it could not be, if conntrack did not know it.
	t seen at-client src=10.0.9.9 sport=5000 csum=ok
	is wire "answers to the one that came second, translated back" = 1 "$(got n)"
	is hook "flows added by the answer to the one that came second" = 0 "$(d hook.flow_offload_add.calls)"
	is ct "connections that are offloaded" = 0 "$(offloaded)"
	all_slow 1
	begin
	from_server 1
	finish
	is hook "flows added by the answer to the one that came first" = 1 "$(d hook.flow_offload_add.calls)"
	is ct "connections that are offloaded" = 1 "$(offloaded)"
}
