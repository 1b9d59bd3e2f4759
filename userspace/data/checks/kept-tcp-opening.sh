# proves: TCP is offloaded after its handshake, not by its SYN or SYN-ACK
# SPDX-License-Identifier: GPL-2.0
# why: new no-reply
# why: 5.10 added new
# fails: 5.10 the second SYN offloads the connection (commit e5eaac2beb54)
# danger: 5.10 a rule without 'ct state established' offloads a connection before it is open: add it
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip 'match=meta l4proto tcp'
	deaf client server
	begin
	from_client 3 proto=tcp flags=S seq=1000 size=0
	finish
	is nft "SYNs on the slow path" = 3 "$(slow)"
	is ct "connections" = 1 "$(tracked tcp dport=5000)"
	is ct "offloaded connections" = 0 "$(offloaded tcp dport=5000)"
	from_server 1 proto=tcp flags=SA seq=5000 ack=1001 size=0
	is ct "offloaded connections after the SYN-ACK" = 0 "$(offloaded tcp dport=5000)"
	is hook "packets on the fast path" = 0 "$(fast)"
}
