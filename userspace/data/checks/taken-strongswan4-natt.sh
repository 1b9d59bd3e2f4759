# proves: flows into and out of a tunnel that strongSwan negotiated with ESP in UDP (NAT-T) take the fast path, and nothing leaves in plain text
# SPDX-License-Identifier: GPL-2.0
# topology: esp-gateway --nic veth --esp aes128gcm16
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	must in_ gw nft -f "$FB_TOP/netns-lab/topologies/router/count.nft"
	esp_in_udp
	connect a udp 10.0.3.2 5000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	watch wire gw wan0 out=1
	begin
	both_ways a udp
	finish
	is hook "packets on the fast path" = 100 "$(fast)"
	is nft "packets on the slow path: only those of ESP in UDP" = 50 "$(slow)"
	is dev "packets received" = 100 "$(d dev.lan0.rx dev.wan0.rx)"
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
	t seen wire proto=udp dst=10.0.2.2 sport=4500 dport=4500 csum=ok
	is wire "packets of ESP in UDP to the other gateway" = 50 "$(got n)"
	t seen wire proto=esp
	is wire "packets of plain ESP" = 0 "$(got n)"
	t seen wire dst=10.0.3.2
	is wire "packets sent in plain text" = 0 "$(got n)"
}
