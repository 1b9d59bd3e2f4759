# proves: a packet of exactly the MTU takes the fast path, and one that is a byte longer takes the slow path
# SPDX-License-Identifier: GPL-2.0
# why: mtu
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	must ip_ client link set eth0 mtu 9000
	must ip_ gw link set in0 mtu 9000
	an_offloaded_flow 4
	begin
	from_client 10 size=1472 df=1
	finish
	is hook "packets of 1500 bytes on the fast path" = 10 "$(fast)"
	is nft "packets of 1500 bytes on the slow path" = 0 "$(slow)"
	begin
	from_client 10 size=1473 df=1
	finish
	all_slow 10
}
