# proves: superpackets of TCP and UDP with two VLAN tags arrive whole on the fast path, IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: 8021q nf_flow_table_inet
# since: 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f)
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	qinq_leg
	flowtable inet
	whole_superpackets 6 "$(server_of 6)" in0=4 out0=0
}
