# proves: IPv6 fragments take the slow path
# SPDX-License-Identifier: GPL-2.0
# why: fragment
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	an_offloaded_flow 6
	begin
	for ((i = 0; i < 10; i++)); do
		from_client6 1 id=$((1000 + i)) size=1192 frag=0,1,808
		from_client6 1 id=$((1000 + i)) size=1192 frag=808,0
	done
	finish
	all_slow 20
	is snmp "packets forwarded by the slow path" '>=' 10 "$(d snmp6.Ip6OutForwDatagrams)"
}
