# proves: fully-random masquerade gives an offloaded flow another port, which the flowtable translates in both directions
# SPDX-License-Identifier: GPL-2.0
# needs: nft_masq
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local proto port

	single_packets 'a checksum is complete, as on a wire'
	flowtable ip
	rules <<-NFT
		table ip nat {
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 masquerade fully-random
			}
		}
	NFT
	for proto in udp tcp; do
		connect $proto $proto 10.0.2.2 5000 sport=4000
		port=$(in_ gw conntrack -L -p $proto 2>/dev/null | grep -o 'dport=[0-9]*' | sed -n '2s/.*=//p')
		is ct "offloaded $proto connections" = 1 "$(offloaded $proto dport=5000)"
		is ct "$proto port behind masquerade is not that of the client" != 4000 "$port"
		watch at-server server eth0
		watch at-client client eth0
		taken $proto $proto
		t seen at-server proto=$proto src=10.0.2.1 sport="$port" csum=ok
		is wire "$proto packets at the server from that port" '>=' 50 "$(got n)"
		t seen at-server proto=$proto sport=4000
		is wire "$proto packets at the server from the client's port" = 0 "$(got n)"
		t seen at-client proto=$proto src=10.0.2.2 dport=4000 csum=ok
		is wire "$proto packets at the client" '>=' 50 "$(got n)"
	done
}
