# proves: packets of two connections with the same addresses and ports in two zones of conntrack are each forwarded by their own connection
# SPDX-License-Identifier: GPL-2.0
# fails: all the flowtable knows no zones: packets of both connections take the flow that was added first (commit ac2a66665e23)
# danger: all where zones separate networks that come in by one device, packets of one zone are translated and forwarded as those of another
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

# Packets with DSCP cs1 are in zone 1. Each zone has its own server.
check() {
	flowtable ip devices='in0, out0, mid0'
	rules <<-NFT
		table ip fb_zone {
			chain raw {
				type filter hook prerouting priority raw; policy accept;
				ip dscp cs1 ct zone set 1
			}
			chain prerouting {
				type nat hook prerouting priority dstnat; policy accept;
				ip daddr 10.0.9.9 ip dscp cs0 dnat to 10.0.2.2
				ip daddr 10.0.9.9 ip dscp cs1 dnat to 10.0.3.2
			}
		}
	NFT
	deaf client server other
	from_client 1 dst=10.0.9.9
	from_client 1 dst=10.0.9.9 tos=32
	is ct "connections" = 2 "$(tracked udp)"
	from_server 1
	is ct "offloaded connections" = 1 "$(offloaded udp)"
	watch at-server server eth0
	watch at-other other eth0
	begin
	from_client 10 dst=10.0.9.9
	from_client 10 dst=10.0.9.9 tos=32
	finish
	t seen at-server dst=10.0.2.2
	is wire "packets of zone 0 at their server" = 10 "$(got n)"
	t seen at-other dst=10.0.3.2
	is wire "packets of zone 1 at their server" = 10 "$(got n)"
}
