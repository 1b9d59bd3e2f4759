# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for IKE and ESP in UDP on the same port, received by GRO.

# esp_in_udp_tunnel: makes the tunnel of tunnel() over IPv4 with ESP in UDP, port 4500 at both ends
esp_in_udp_tunnel() {
	tunnel 4 gcm 'encap espinudp 4500 4500 0.0.0.0'
}

# ike_socket NODE GRO: opens port 4500 of the node as an IKE daemon does (UDP_ENCAP of ESP in UDP), with UDP_GRO if GRO is 1. What
# it receives is listed in $FB_RUN/ike-NODE, a line for each message.
ike_socket() {
	local gro=''

	# 17: SOL_UDP. 100: UDP_ENCAP, 2: ESP in UDP. 104: UDP_GRO.
	[[ $2 == 0 ]] || gro=,setsockopt-listen=17:104:i1
	in_ "$1" socat -u -x -b 65536 "UDP4-RECV:4500,setsockopt-listen=17:100:i2$gro" OPEN:/dev/null 2>"$FB_RUN/ike-$1" &
	until_ 5 is_bound "$1" || die "no socket on port 4500 of $1"
}

is_bound() {
	[[ $(in_ "$1" cat /proc/net/udp) == *:1194\ * ]]
}

# ike_received NODE LENGTH: prints how many messages of this length the node's socket received; without LENGTH, how many in all
ike_received() {
	grep -c " length=${2:-[0-9]*} " "$FB_RUN/ike-$1"
}

# ike_fragments COUNT: the server sends this many messages of IKE to the gateway, with a payload of 500 bytes each: what one
# sender splits has equal sizes
ike_fragments() {
	local payload

	printf -v payload '00000000%0992d' 0
	from_server "$1" dst=10.0.2.1 sport=4500 dport=4500 payload="$payload"
}
