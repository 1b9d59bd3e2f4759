# proves: an offloaded connection counts for ct count, and counts no more when it is deleted
# SPDX-License-Identifier: GPL-2.0
# why: dropped
# needs: nft_connlimit
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip objects='set clients { type ipv4_addr; flags dynamic; size 100; }' \
		before='ct state new add @clients { ip saddr ct count over 2 } drop'
	connect a udp 10.0.2.2 5000
	connect b udp 10.0.2.2 5001
	is ct "offloaded connections" = 2 "$(offloaded udp)"
	taken a udp
	watch at-server server eth0
	begin
	t udp c client server 10.0.2.2 5002
	t send c c2s 5 size=100 wait=300
	finish
	is bytes "datagrams of the third connection that arrived, of 5" = 0 "$(got got)"
	is nft "packets on the slow path" = 5 "$(slow)"
	t seen at-server dport=5002
	is wire "packets of the third connection at the server" = 0 "$(got n)"
	must in_ gw conntrack -D -p udp --dport 5001
	until_ 5 third_passes || true
	is bytes "datagrams of the third connection that arrived, of 1, after the second one was deleted" = 1 "$(got got)"
	warm c udp
	is ct "offloaded connections of the third" = 1 "$(offloaded udp dport=5002)"
	taken c udp
}

# Returns true if a datagram of the third connection arrives.
third_passes() {
	t send c c2s 1 size=100 wait=300
	[[ $(got got) == 1 ]]
}
