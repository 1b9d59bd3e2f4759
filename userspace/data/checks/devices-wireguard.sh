# proves: flows into and out of WireGuard take the fast path, with wg0 in the list
# SPDX-License-Identifier: GPL-2.0
# needs: wireguard nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local version address

	wireguard_leg
	flowtable inet devices='in0, wg0'
	watch wire gw out0 out=1
	for version in 4 6; do
		[[ $version == 4 ]] && address=10.0.8.2 || address=fd00:8::2
		connect udp$version udp $address 5000
		is ct "offloaded IPv$version connections" = 1 "$(offloaded udp dst=$address)"
		begin
		both_ways udp$version udp
		finish
		is hook "IPv$version packets on the fast path" = 100 "$(fast)"
		t seen wire dst=$address
		is wire "IPv$version packets sent in plain text" = 0 "$(got n)"
	done
	t seen wire proto=udp dport=51820
	is wire "packets of WireGuard to the other end" '>=' 100 "$(got n)"
}
