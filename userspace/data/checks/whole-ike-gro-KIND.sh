# proves: IKE messages of equal size beside ESP in UDP arrive one by one, and the flows in it take the fast path, $1
# SPDX-License-Identifier: GPL-2.0
# needs: xfrm_user esp4 gcm seqiv ?ghash_generic ?drbg ?rfc4106
# kind: plain   | where the IKE daemon's socket has no UDP_GRO
# kind: udp-gro | where the IKE daemon's socket has UDP_GRO
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local gro=0 i

	[[ $KIND == plain ]] || gro=1
	esp_in_udp_tunnel
	ike_socket gw $gro
	ike_socket server $gro
	# veth gives GRO only what comes from a device without TSO.
	must in_ gw ethtool -K out0 gro on tso off
	must in_ server ethtool -K eth0 gro on tso off
	flowtable ip
	connect a udp 10.0.8.2 5000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	begin
	for i in 1 2 3 4 5; do
		ike_fragments 20
		t send a s2c 20 size=400
		is bytes "datagrams that arrived through ESP in UDP s2c, of 20" = 20 "$(got got)"
		t send a c2s 20 size=400
		is bytes "datagrams that arrived through ESP in UDP c2s, of 20" = 20 "$(got got)"
	done
	finish
	is hook "packets on the fast path" = 200 "$(fast)"
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
	is dev "packets received: 100 of IKE, 200 of the flow" = 300 "$(d dev.in0.rx dev.out0.rx)"
	until_ 5 ike_all || true
	is socket "messages of IKE received" = 100 "$(ike_received gw)"
	is socket "messages of IKE received, with their length" = 100 "$(ike_received gw 500)"
}

# ike_all: returns true once the socket's program has listed all messages
ike_all() {
	(($(ike_received gw) >= 100))
}
