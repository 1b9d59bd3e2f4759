# proves: all data arrives through an IPIP tunnel over a bridge, for which the flowtable finds no port
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet ipip bridge
# differs: 7.2 the flow is not offloaded at all; before, packets into the tunnel took the fast path to its device (commit 871df5007eda)
# differs: 7.3 the flow is not offloaded at all; before, packets into the tunnel took the fast path to its device (commit 871df5007eda)
# slow: all an IP tunnel through a bridge is not offloaded
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	server_bridge
	ip_tunnel 4
	flowtable inet
	tunnelled_in_part 4 len=$((20 + 20 + 8 + 400))
}
