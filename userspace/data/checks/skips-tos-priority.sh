# proves: the byte TOS of an IPv4 packet decides its queue on the slow path only
# SPDX-License-Identifier: GPL-2.0
# needs: sch_prio
# danger: all the TOS of an offloaded packet does not set its priority, so that a queue by priority (prio, pfifo_fast) does not see it
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	two_flows 4 ''
	bands
	left_through 2 1 low_delay
}

# Sends 50 packets of each flow, which ask for low delay.
low_delay() {
	begin
	from_client 50 tos=16
	from_client 50 tos=16 dport=6000
	finish
	is hook "packets on the fast path" = 50 "$(fast)"
	is nft "packets on the slow path" = 50 "$(slow)"
	closes
}
