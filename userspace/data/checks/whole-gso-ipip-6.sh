# proves: superpackets of TCP and UDP through an IP tunnel arrive whole on the fast path, IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet ip6_tunnel
# since: 7.0 before, a flowtable did not support IP6IP6 tunnels (commit d98103575dcd)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	ip_tunnel 6 encaplimit none
	flowtable inet
	whole_superpackets 6 fd00:8::2 in0=0 out0=40
}
