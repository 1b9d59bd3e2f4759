# proves: packets of an offloaded flow with the EtherType of IPv4 and another version are not forwarded
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet
# fails: all the fast path forwards them: it does not check the version (commit 97add9f0d66d)
# danger: all a neighbour's frame with the addresses and ports of an offloaded flow is forwarded, though its IP version is wrong; a flowtable has no rule before it but those at ingress (see hostile-closed4)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local first frames=()

	for first in 05 55 65 f5; do
		frames+=("$(frame4 first=$first)")
	done
	never_forwarded 4 udp "${frames[@]}"
}
