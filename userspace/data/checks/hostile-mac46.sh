# proves: IPv$V frames that are addressed to another host, to a group or to all, with the tuple of an offloaded flow, are not forwarded
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: nf_flow_table_inet
# fails4: all the fast path forwards them: it does not check whom the frame is for (commit 97add9f0d66d)
# fails6: all the fast path forwards them: it does not check whom the frame is for (commit 0995210753a2)
# danger: all a neighbour's frame with the addresses and ports of an offloaded flow is forwarded, though its MAC address is wrong; a flowtable has no rule before it but those at ingress (see hostile-closed4)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	never_forwarded "$V" udp "$("frame$V" to=02fb000001ee)" "$("frame$V" to=01005e000001)" "$("frame$V" to=ffffffffffff)"
}
