# proves: TCP is offloaded when its handshake is over, and not by its SYN or what answers it
# SPDX-License-Identifier: GPL-2.0
# fails: 5.10 the second SYN puts the connection into the flowtable
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable ip 'match=meta l4proto tcp'
	deaf client server
	begin
	from_client 3 proto=tcp flags=S seq=1000 size=0
	finish
	is nft "SYNs of the slow path" = 3 "$(slow)"
	is ct "connections" = 1 "$(tracked tcp dport=5000)"
	is ct "of these offloaded" = 0 "$(offloaded tcp dport=5000)"
	from_server 1 proto=tcp flags=SA seq=5000 ack=1001 size=0
	is ct "offloaded with the SYN-ACK" = 0 "$(offloaded tcp dport=5000)"
	is hook "packets of the fast path" = 0 "$(fast)"
}
