# proves: all data arrives through an IP6IP6 tunnel with the default encapsulation limit, a header that the flowtable does not make
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet ip6_tunnel
# differs: 7.2 the flow is not offloaded at all; before, packets into the tunnel took the fast path to its device (commit 871df5007eda)
# differs: 7.3 the flow is not offloaded at all; before, packets into the tunnel took the fast path to its device (commit 871df5007eda)
# slow: all an IP6IP6 tunnel with its default encapsulation limit is not offloaded: make it with 'encaplimit none'
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	ip_tunnel 6
	flowtable inet
	# IPv6 twice, destination options, UDP.
	tunnelled_in_part 6 len=$((40 + 8 + 40 + 8 + 400))
}
