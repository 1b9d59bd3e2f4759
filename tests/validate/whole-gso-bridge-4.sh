# proves: superpackets of TCP and UDP from behind a bridge arrive whole on the fast path, IPv4
# SPDX-License-Identifier: GPL-2.0
# needs: bridge nf_flow_table_inet
# since: 5.13 before, a flowtable did not support bridges (commit ec9d16bab615)
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	bridge_leg
	flowtable inet
	whole_superpackets 4 "$(server_of 4)" in0=0 out0=0
}
