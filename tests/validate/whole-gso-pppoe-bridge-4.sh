# proves: superpackets of TCP and UDP into and out of a PPPoE session through a bridge arrive whole on the fast path, IPv4
# SPDX-License-Identifier: GPL-2.0
# needs: pppoe bridge nf_flow_table_inet
# since: 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	pppoe_bridge_leg
	flowtable inet
	# PPPoE has no GSO: the client sends single packets.
	whole_superpackets 4 "$(server_of 4)" out0=0
}
