# proves: packets that differ from an offloaded flow in one address or port take the slow path
# SPDX-License-Identifier: GPL-2.0
# why: new no-reply
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	an_offloaded_flow 4
	deaf server
	begin
	from_client 10 sport=4001
	from_client 10 dport=5001
	from_client 10 src=10.0.1.3
	finish
	is hook "packets on the fast path" = 0 "$(fast)"
	is nft "packets on the slow path" = 30 "$(slow)"
	closes
}
