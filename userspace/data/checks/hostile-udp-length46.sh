# proves: UDP packets of an offloaded IPv$V flow with a wrong length in the UDP header are not forwarded where rules drop invalid packets
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: nf_flow_table_inet
# fails4: all the fast path forwards them: it does not check the UDP header (commit 97add9f0d66d)
# fails6: all the fast path forwards them: it does not check the UDP header (commit 0995210753a2)
# danger: all a neighbour's frame with the addresses and ports of an offloaded flow is forwarded, though its UDP length is wrong; a flowtable has no rule before it but those at ingress (see hostile-closed4)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	never_forwarded "$V" udp "$("frame$V" l4="$("udp$V" 0000)")" "$("frame$V" l4="$("udp$V" 0007)")" \
		"$("frame$V" l4="$("udp$V" 0051)")" "$("frame$V" l4="$("udp$V" ffff)")"
}
