# proves: IPv4 packets of an offloaded flow with a wrong checksum of the IPv4 header are not forwarded
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet
# fails: all the fast path forwards them: it does not check the checksum (commit 97add9f0d66d)
# danger: all a neighbour's frame with the addresses and ports of an offloaded flow is forwarded, though its IP checksum is wrong: we know no rule that closes this
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	never_forwarded 4 udp "$(frame4 sum=0000)" "$(frame4 sum=1234)" "$(frame4 sum=ffff)"
}
