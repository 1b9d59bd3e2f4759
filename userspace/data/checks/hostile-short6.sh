# proves: IPv6 packets of an offloaded flow that end within their headers, by their own length, are not forwarded
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet
# fails: all the fast path forwards them: it does not check the length of the packet (commit 0995210753a2)
# danger: all a neighbour's frame with the addresses and ports of an offloaded flow is forwarded, though its length is wrong; a flowtable has no rule before it but those at ingress (see hostile-closed4)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local len frames=()

	for len in 0000 0004 0007; do
		frames+=("$(frame6 len=$len)")
	done
	never_forwarded 6 udp "${frames[@]}"
}
