# proves: ICMP is not offloaded, whatever the rule says
# SPDX-License-Identifier: GPL-2.0
# why: protocol
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip match='ct state established'
	must in_ client ping -q -c 3 -W 5 10.0.2.2
	begin
	must in_ client ping -q -c 20 -i 0.01 -W 5 10.0.2.2
	finish
	is ct "offloaded connections" = 0 "$(offloaded)"
	all_slow 40
}
