# proves: a connection through a tunnel lives through five rekeyings by strongSwan: all of it arrives, and none of it in plain
# SPDX-License-Identifier: GPL-2.0
# topology: esp-gateway --nic veth
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	local i

	must in_ gw nft -f "$FB_TOP/netns-lab/topologies/router/count.nft"
	connect a tcp 10.0.3.2 5000
	watch wire gw wan0 out=1
	begin
	for i in 1 2 3 4 5; do
		t send a c2s 200000
		is bytes "of 200000 before rekeying $i, arrived" = 200000 "$(got bytes)"
		must swanctl_ gw --rekey --child lan
		# With another SA the flow has to leave the flowtable, and can be back when that has been tidied up.
		t send a c2s 1000
		is bytes "of 1000 after it, arrived" = 1000 "$(got bytes)"
		until_ 3 left || true
	done
	t send a c2s 200000
	is bytes "of 200000, arrived" = 200000 "$(got bytes)"
	finish
	is hook "packets of the fast path" '>=' 500 "$(fast)"
	is xfrm "packets that IPsec refused" = 0 "$(refused)"
	t seen wire dst=10.0.3.2
	is wire "packets that left in plain" = 0 "$(got n)"
	is xfrm "SAs that were made, of the first pair and five more" '>=' 6 "$(swanctl_ gw --list-sas 2>/dev/null | sed -n 's/.*lan: #\([0-9]*\).*/\1/p' | sort -n | tail -n 1)"
}

left() {
	[[ $(offloaded tcp dport=5000) == 0 ]]
}
