# proves: a connection through a tunnel survives five rekeyings by strongSwan: all data arrives, and nothing leaves in plain text
# SPDX-License-Identifier: GPL-2.0
# topology: esp-gateway --nic veth
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local i

	must in_ gw nft -f "$FB_TOP/netns-lab/topologies/router/count.nft"
	connect a tcp 10.0.3.2 5000
	watch wire gw wan0 out=1
	begin
	for i in 1 2 3 4 5; do
		t send a c2s 200000
		is bytes "bytes that arrived before rekeying $i, of 200000" = 200000 "$(got bytes)"
		must swanctl_ gw --rekey --child lan
		# With a new SA the flow must leave the flowtable. It can return after garbage collection has removed the old flow.
		t send a c2s 1000
		is bytes "bytes that arrived after rekeying, of 1000" = 1000 "$(got bytes)"
		until_ 3 left || true
	done
	t send a c2s 200000
	is bytes "bytes that arrived, of 200000" = 200000 "$(got bytes)"
	finish
	is hook "packets on the fast path" '>=' 500 "$(fast)"
	is xfrm "packets refused by IPsec" = 0 "$(refused)"
	t seen wire dst=10.0.3.2
	is wire "packets sent in plain text" = 0 "$(got n)"
	is xfrm "SAs negotiated: the first pair and five more" '>=' 6 "$(swanctl_ gw --list-sas 2>/dev/null | sed -n 's/.*lan: #\([0-9]*\).*/\1/p' | sort -n | tail -n 1)"
}

left() {
	[[ $(offloaded tcp dport=5000) == 0 ]]
}
