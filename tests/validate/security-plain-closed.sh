# proves: a rule at ingress that drops what came in plain closes the way past the IPsec policy, and leaves the flow its fast path
# SPDX-License-Identifier: GPL-2.0
# needs: xfrm_user esp4 authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	local inner=10.0.8.2

	tunnel 4 null
	flowtable ip
	connect a udp $inner 5000 sport=4000
	is ct "connections that are offloaded" = 1 "$(offloaded udp dport=5000)"
	# In front of the flowtable; what comes out of ESP passes here once more, and is let in.
	rules <<-NFT
		table netdev guard {
			counter fb_plain { }
			chain ingress {
				type filter hook ingress device out0 priority -10; policy accept;
				ip saddr 10.0.8.0/24 meta ipsec missing counter name fb_plain drop
			}
		}
	NFT
	watch at-client client eth0
	begin
	# In plain, from where only ESP may come: what the flow's own far end would say.
	from_server 10 src=10.0.8.2 dst=10.0.1.2
	finish
	t seen at-client src=$inner proto=udp sport=5000
	is wire "packets in plain that reached the client" = 0 "$(got n)"
	is hook "packets in plain that the fast path forwarded" = 0 "$(fast)"
	is nft "packets in plain that the rule dropped" = 10 "$(d nft.fb_plain)"
	begin
	both_ways a udp
	finish
	is hook "packets of the fast path, through ESP" '>=' 100 "$(fast)"
	is xfrm "packets that IPsec refused" = 0 "$(refused)"
}
