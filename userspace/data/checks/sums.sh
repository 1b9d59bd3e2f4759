# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for the checksum of UDP behind NAT: packets without one, and packets whose sum is 0.

# words ADDRESS: prints the 16-bit words of an address as numbers. IPv6 may have one "::" in its middle.
words() {
	local -a part front back
	local i

	if [[ $1 != *:* ]]; then
		IFS=. read -ra part <<<"$1"
		echo $((part[0] * 256 + part[1])) $((part[2] * 256 + part[3]))
		return
	fi
	IFS=: read -ra front <<<"${1%%::*}"
	IFS=: read -ra back <<<"${1##*::}"
	for ((i = ${#front[@]} + ${#back[@]}; i < 8; i++)); do front+=(0); done
	for i in "${front[@]}" "${back[@]}"; do printf '%d ' "0x$i"; done
}

# sum_zero SRC DST SPORT DPORT: prints a payload of two bytes, in hex. The UDP checksum of such a packet is 0, so it is sent as ffff.
sum_zero() {
	local word sum=0

	# The pseudo header has the protocol, 17, and the length, 10. The UDP header has the length again.
	for word in $(words "$1") $(words "$2") 17 10 10 "$3" "$4"; do
		((sum += word)) || true
	done
	while ((sum > 65535)); do sum=$(((sum & 65535) + (sum >> 16))); done
	printf '%04x' $((65535 - sum))
}

# count_sums NODE: makes a host count the UDP packets that it receives without checksum, and those with the checksum ffff
count_sums() {
	must in_ "$1" nft -f - <<-NFT
		table inet sums {
			counter zero { }
			counter ffff { }
			chain prerouting {
				type filter hook prerouting priority -450; policy accept;
				udp checksum 0 counter name zero
				udp checksum 0xffff counter name ffff
			}
		}
	NFT
}

# arrived_with NODE zero|ffff: prints how many UDP packets this counter of the host counted, and sets it to 0
arrived_with() {
	in_ "$1" nft reset counter inet sums "$2" | awk '$1 == "packets" { print $2 }'
}

# without_sum NODE SENDER DEST KEY=VALUE…: sends ten UDP packets without checksum through a flow with SENDER; claims that
# they arrive at the host NODE without one. DEST is the destination port on arrival.
without_sum() {
	begin
	"$2" 10 csum=none "${@:4}"
	finish
	is hook "packets without checksum on the fast path" = 10 "$(fast)"
	closes
	is nft "packets without checksum at the $1" = 10 "$(arrived_with "$1" zero)"
	t seen "at-$1" dport="$3"
	is wire "packets at the $1, port $3" = 10 "$(got n)"
	t clear "at-$1"
}

# sum_becomes_zero NODE SENDER DEST PAYLOAD KEY=VALUE…: sends ten UDP packets whose checksum is 0 after NAT; claims that
# they arrive with the checksum ffff, which is the correct one
sum_becomes_zero() {
	begin
	"$2" 10 payload="$4" "${@:5}"
	finish
	is hook "packets whose sum becomes 0 on the fast path" = 10 "$(fast)"
	closes
	is nft "packets whose sum becomes 0, with the checksum ffff at the $1" = 10 "$(arrived_with "$1" ffff)"
	is nft "packets whose sum becomes 0, without checksum at the $1" = 0 "$(arrived_with "$1" zero)"
	t seen "at-$1" dport="$3" csum=ok
	is wire "packets whose sum becomes 0, with a correct checksum at the $1" = 10 "$(got n)"
	t clear "at-$1"
}

# sums_survive VERSION: claims that UDP without checksum and UDP whose sum becomes 0 pass a flow with another source
# address, and a flow with another destination port, in both directions
sums_survive() {
	local client=10.0.1.2 server=10.0.2.2 public=10.0.9.9 v='' brackets=10.0.2.2

	[[ $1 == 4 ]] || client=fd00:1::2 server=fd00:2::2 public=fd00:9::9 v=6 brackets='[fd00:2::2]'
	flowtable "$(family_of "$1")"
	rules <<-NFT
		table $(family_of "$1") nat {
			chain pre {
				type nat hook prerouting priority -100; policy accept;
				iifname in0 udp dport 6000 dnat to $brackets:7000
			}
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 udp dport 5000 snat to $public
			}
		}
	NFT
	connect address udp $server 5000 sport=4000
	connect port udp $server 6000 sport=4000 "listen=$brackets:7000"
	is ct "offloaded connections" = 2 "$(offloaded udp)"
	deaf client server
	count_sums client
	count_sums server
	watch at-server server eth0
	watch at-client client eth0
	without_sum server from_client$v 5000
	sum_becomes_zero server from_client$v 5000 "$(sum_zero $public $server 4000 5000)"
	without_sum client from_server$v 4000 dst=$public
	sum_becomes_zero client from_server$v 4000 "$(sum_zero $server $client 5000 4000)" dst=$public
	# The second flow has another destination port.
	without_sum server from_client$v 7000 dport=6000
	sum_becomes_zero server from_client$v 7000 "$(sum_zero $client $server 4000 7000)" dport=6000
	without_sum client from_server$v 4000 sport=7000
	sum_becomes_zero client from_server$v 4000 "$(sum_zero $server $client 6000 4000)" sport=7000
}
