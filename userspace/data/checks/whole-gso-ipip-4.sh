# proves: superpackets of TCP and UDP through an IP tunnel arrive whole on the fast path, IPv4
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet ipip
# since: 6.19 before, a flowtable did not support IPIP tunnels (commit ab427db17885)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	ip_tunnel 4
	flowtable inet
	whole_superpackets 4 10.0.8.2 in0=0 out0=20
}
