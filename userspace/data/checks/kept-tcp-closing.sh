# proves: a TCP connection that one side has closed is not offloaded by what the other side still sends
# SPDX-License-Identifier: GPL-2.0
# why: tcp-state
# why: 5.10 -
# fails: 5.10 the connection is offloaded again, whatever its state (commit e5eaac2beb54)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	# The rule that adds flows comes after the FIN.
	flowtable ip match='udp dport 5000'
	connect a tcp 10.0.2.2 5000
	t close a c
	must in_ gw nft add rule ip fb forward ct state established flow add @ft
	read -r -t 0.1 <> <(:) || true # the server acknowledges the FIN up to 40 ms later
	begin
	t send a s2c 100000
	finish
	is hook "packets on the fast path" = 0 "$(fast)"
	is ct "offloaded connections" = 0 "$(offloaded tcp)"
	is bytes "that arrived from the server" = 100000 "$(got bytes)"
	closes
}
