# proves: a flowtable on a bridge port forwards the bridge's flows, IPv4 and IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: bridge nf_flow_table_inet
# since: 5.13 before, a flowtable did not support bridges (commit ec9d16bab615)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	bridge_leg
	flowtable inet
	behind "from behind the bridge" vlan=none
}
