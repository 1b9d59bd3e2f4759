# proves: IPv$V packets of an offloaded TCP flow that end within their headers are not forwarded
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why: malformed no-flowtable
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	cut_at_each_byte "$V" tcp
}
