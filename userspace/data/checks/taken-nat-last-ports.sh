# proves: source NAT to the last two ports gives each to one offloaded flow, and a third connection is refused
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local port ports=()

	deaf client server
	flowtable ip
	rules <<-NFT
		table ip nat {
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 udp dport 5000 snat to 10.0.9.9:65534-65535
			}
		}
	NFT
	watch at-server server eth0
	watch at-client client eth0
	for sport in 4000 4001; do
		from_client 1 sport=$sport
		port=$(translated_port $sport)
		ports+=("$port")
		from_server 1 dst=10.0.9.9 dport="$port"
		from_client 1 sport=$sport
		t clear at-server
		t clear at-client
		begin
		from_client 10 sport=$sport
		from_server 10 dst=10.0.9.9 dport="$port"
		finish
		is hook "packets on the fast path" = 20 "$(fast)"
		is nft "packets on the slow path" = 0 "$(slow)"
		closes
		t seen at-server src=10.0.9.9 sport="$port" csum=ok
		is wire "packets at the server from port $port" = 10 "$(got n)"
		t seen at-client src=10.0.2.2 dport=$sport csum=ok
		is wire "packets at the client, port $sport" = 10 "$(got n)"
	done
	is ct "ports of both flows" = '65534 65535' "$(printf '%s\n' "${ports[@]}" | sort | xargs)"
	is ct "offloaded connections" = 2 "$(offloaded udp)"
	t clear at-server
	begin
	from_client 3 sport=4002
	finish
	all_slow 3
	t seen at-server
	is wire "packets of a third connection at the server" = 0 "$(got n)"
	is ct "connections" = 2 "$(tracked udp)"
}

# translated_port SPORT: prints the port that the only connection from this port has behind NAT
translated_port() {
	in_ gw conntrack -L -p udp --orig-port-src "$1" 2>/dev/null | grep -o 'dport=[0-9]*' | sed -n '2s/.*=//p'
}
