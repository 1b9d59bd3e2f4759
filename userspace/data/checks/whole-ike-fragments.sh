# proves: strongSwan with a small fragment_size brings a tunnel up through devices with GRO, and flows through it take the fast path
# SPDX-License-Identifier: GPL-2.0
# topology: esp-gateway --nic veth --esp aes128gcm16
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local node conf text

	must in_ gw nft -f "$FB_TOP/netns-lab/topologies/router/count.nft"
	for node in gw gw2; do
		must in_ $node ethtool -K wan0 gro on tso off
		# The daemon has this very file mounted.
		conf=/run/flowbench/$FB_ID/$node/strongswan.conf
		text=$(sed 's/^charon-systemd {/&\n\tfragment_size = 128/' "$conf")
		printf '%s\n' "$text" >"$conf"
		must swanctl_ $node --reload-settings
	done
	watch out gw wan0 out=1
	watch in gw wan0
	esp_in_udp
	is wire "fragments of IKE of one size to the other gateway" '>=' 2 "$(most_alike out)"
	is wire "fragments of IKE of one size from the other gateway" '>=' 2 "$(most_alike in)"
	connect a udp 10.0.3.2 5000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	begin
	both_ways a udp
	finish
	is hook "packets on the fast path" = 100 "$(fast)"
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
}

# most_alike WATCH: prints how many packets of UDP have the most frequent length between 80 and 128 bytes
most_alike() {
	local len most=0

	for len in {80..128}; do
		t seen "$1" proto=udp dport=4500 len="$len" wait=0
		(($(got n) <= most)) || most=$(got n)
	done
	printf %d "$most"
}
