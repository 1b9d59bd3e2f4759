# proves: a flow that is idle for its timeout reaches its client at the new port of the bridge
# SPDX-License-Identifier: GPL-2.0
# why: expired
# needs: bridge nf_flow_table_inet
# since: 5.13 before, a flowtable did not support bridges (commit ec9d16bab615)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	follows_after 4 let_expire
}
