# proves: IPv6 packets of a flow follow their client to another port of the bridge at once
# SPDX-License-Identifier: GPL-2.0
# needs: bridge nf_flow_table_inet
# since: 5.13 before, a flowtable did not support bridges
# fails: all replies go to the old port as long as the server sends (commit 7a27f6ab4135)
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	follows 6
}
