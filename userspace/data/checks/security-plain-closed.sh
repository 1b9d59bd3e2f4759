# proves: an ingress rule that drops packets in plain text closes the bypass of the IPsec policy, and the flow keeps its fast path
# SPDX-License-Identifier: GPL-2.0
# needs: xfrm_user esp4 authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local inner=10.0.8.2

	tunnel 4 null
	flowtable ip
	connect a udp $inner 5000 sport=4000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	# The chain comes before the flowtable. Decrypted packets pass it again, and it accepts them.
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
	# Plain text from the encrypted side, with the tuple of the flow's reply direction.
	from_server 10 src=10.0.8.2 dst=10.0.1.2
	finish
	t seen at-client src=$inner proto=udp sport=5000
	is wire "packets in plain text at the client" = 0 "$(got n)"
	is hook "packets in plain text on the fast path" = 0 "$(fast)"
	is nft "packets in plain text that the rule dropped" = 10 "$(d nft.fb_plain)"
	begin
	both_ways a udp
	finish
	is hook "packets on the fast path, through ESP" '>=' 100 "$(fast)"
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
}
