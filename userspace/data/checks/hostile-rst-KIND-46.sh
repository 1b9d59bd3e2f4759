# proves: $1 from the server's side with the tuple of an offloaded, translated IPv$V connection does not end it, and it keeps its port
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# fails: 5.10 it ends the connection, whatever its number (commit not found)
# danger: 5.10 a RST with any sequence number, with the addresses and ports of an offloaded TCP connection, ends it: only trusted neighbours
# fails: $2
# danger: $3
# kind: before | a RST with an old sequence number | 6.1 it ends the connection (commit not found) | 6.1 a RST beyond the window, or an old one, with the addresses and ports of an offloaded TCP connection, ends it: only trusted neighbours
# kind: window | a RST in the window, but not with the expected sequence number, | |
# kind: beyond | a RST beyond the window | 6.1 it ends the connection (commit not found) | 6.1 a RST beyond the window, or an old one, with the addresses and ports of an offloaded TCP connection, ends it: only trusted neighbours
# kind: syn    | a SYN, then a RST with a wrong sequence number | 6.1 it ends the connection (commit not found) | 6.1 a RST beyond the window, or an old one, with the addresses and ports of an offloaded TCP connection, ends it: only trusted neighbours
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local next_c next_s n port from=from_server gw wrong=1000 words

	gw=$(address_of "$V" 2 1)
	[[ $V == 4 ]] || from=from_server6
	flowtable "$(family_of "$V")"
	rules <<-NFT
		table $(family_of "$V") nat {
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 meta l4proto tcp masquerade to :6000-6999 random
			}
		}
	NFT
	resend_late
	connect a tcp "$(server_of "$V")" 5000 sport=4000
	taken a tcp
	next_segments a
	watch at-server server eth0
	t send a c2s 1
	t first at-server proto=tcp dport=5000
	port=$(got sport)
	words=(proto=tcp "dst=$gw" sport=5000 "dport=$port" size=0)
	case $KIND in
	before) wrong=-200000 ;;
	beyond) wrong=0x20000000 ;;
	syn) $from 1 "${words[@]}" flags=S seq=12345678 ;;
	esac
	$from 1 "${words[@]}" flags=R "seq=$(((next_s + wrong) & 0xffffffff))"
	# Longer than conntrack keeps a closed connection.
	sleep 15
	t clear at-server
	begin
	arrives a "15 s later" 100000 s2c c2s
	finish
	is ct "connections with their port" = 1 "$(tracked tcp dport="$port")"
	is sum "fast + slow" '>=' 4 $(($(fast) + $(slow)))
	t seen at-server proto=tcp dport=5000
	is wire "packets at the server" '>=' 2 "$(got n)"
	n=$(got n)
	t seen at-server proto=tcp dport=5000 sport="$port"
	is wire "packets at the server, from the same port" = "$n" "$(got n)"
}
