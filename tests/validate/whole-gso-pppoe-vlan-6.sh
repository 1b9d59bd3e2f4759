# proves: superpackets of TCP and UDP into and out of a PPPoE session within a VLAN arrive whole on the fast path, IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: pppoe 8021q nf_flow_table_inet
# since: 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	pppoe_vlan_leg
	flowtable inet
	# PPPoE has no GSO: the client sends single packets.
	whole_superpackets 6 "$(server_of 6)" out0=0
}
