# proves: TCP packets of an offloaded IPv4 flow with a wrong length of the TCP header are not forwarded where rules drop invalid packets
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet
# fails: all the fast path forwards them: it does not check the TCP header (commit 97add9f0d66d)
# danger: all a neighbour's frame with the addresses and ports of an offloaded flow is forwarded, though its TCP header is wrong; a flowtable has no rule before it but those at ingress (see hostile-closed4)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local words frames=()

	for words in 0 1 4; do
		frames+=("$(frame4 proto=06 l4="$(tcp4 $words)")")
	done
	# This header is longer than the packet.
	frames+=("$(head_of "$(frame4 proto=06 l4="$(tcp4 f)")" 74)")
	never_forwarded 4 tcp "${frames[@]}"
}
