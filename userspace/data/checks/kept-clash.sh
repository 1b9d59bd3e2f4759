# proves: if NAT sends two first packets of a flow to two destinations, only the connection that conntrack confirmed first is offloaded
# since: 6.12 up to 6.1, a packet from a queue gets the existing connection, so no tuples clash (commit 8af79d3edb5f)
# needs: nft_queue nfnetlink_queue
# SPDX-License-Identifier: GPL-2.0
# why: clash added
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

# Both packets wait in a queue, and neither is confirmed. The later one keeps its own reply tuple, and conntrack
# marks that its tuples clash (IPS_NAT_CLASH).
check() {
	flowtable ip match="ct state established udp sport 5000" devices="in0, out0, mid0"
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
	# From here on, conntrack forgets the later one after a second.
	t release 2
	is queue "first packets held in the queue" = 2 "$(got n)"
	from_other 1 src=10.0.3.2 dst=10.0.1.2 sport=5000 dport=4000
	finish
	# The reply is translated back only if conntrack still has the entry.
	t seen at-client src=10.0.9.9 sport=5000 csum=ok
	is wire "replies to the second packet, translated back" = 1 "$(got n)"
	is hook "flows added by the reply to the second packet" = 0 "$(d hook.flow_offload_add.calls)"
	is ct "offloaded connections" = 0 "$(offloaded)"
	all_slow 1
	begin
	from_server 1
	finish
	is hook "flows added by the reply to the first packet" = 1 "$(d hook.flow_offload_add.calls)"
	is ct "offloaded connections" = 1 "$(offloaded)"
}
