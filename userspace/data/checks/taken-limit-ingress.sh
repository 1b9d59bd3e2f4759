# proves: a rate limit at ingress in front of the flowtable holds an offloaded flow
# SPDX-License-Identifier: GPL-2.0
# needs: nft_limit
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	two_flows 4 ''
	rules <<-NFT
		table netdev fb {
			counter fb_limited { }
			chain before {
				type filter hook ingress device in0 priority -10; policy accept;
				udp dport 5000 limit rate over 10/hour burst 5 packets counter name fb_limited drop
			}
		}
	NFT
	begin
	t send a c2s 50 size=400 wait=500
	is bytes "datagrams of flow a that arrived, of 50" = 5 "$(got got)"
	finish
	is hook "packets on the fast path" = 5 "$(fast)"
	is nft "packets over the limit" = 45 "$(d nft.fb_limited)"
	is sum "fast + slow + over the limit = received" = "$(d dev.in0.rx dev.out0.rx)" "$(($(fast) + $(slow) + $(d nft.fb_limited)))"
}
