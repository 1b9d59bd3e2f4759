# proves: all data arrives through an IP6IP6 tunnel over a bridge, for which the flowtable finds no port
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet ip6_tunnel bridge
# differs: 7.2 the flow is not offloaded at all; before, packets into the tunnel took the fast path to its device (commit 871df5007eda)
# differs: 7.3 the flow is not offloaded at all; before, packets into the tunnel took the fast path to its device (commit 871df5007eda)
# slow: all an IP tunnel through a bridge is not offloaded
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	server_bridge
	ip_tunnel 6 encaplimit none
	flowtable inet
	tunnelled_in_part 6 len=$((40 + 40 + 8 + 400))
}
