# proves: software makes of $1, IPv$V what the rule for hardware says, byte for byte
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: $2
# fails4: $3
# kind: tcp          | TCP | |
# kind: udp          | UDP | |
# kind: masquerade   | TCP and UDP behind masquerade | nft_masq |
# kind: snat         | TCP and UDP with another source address | |
# kind: dnat         | TCP and UDP with another destination and port | |
# kind: snat-dnat    | TCP and UDP with both | |
# kind: nat-sums     | UDP without checksum, or whose checksum becomes 0, behind NAT | |
# kind: two-uplinks  | TCP and UDP by two uplinks | nft_masq | 5.10 the mark does not count in the route of the flow, so no packet of it arrives (commit 3412e1641828)
# kind: next-hop     | UDP to the next hop | |
# kind: paged        | packets whose headers are in pages | |
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	with_hardware shadow "taken-${KIND}46"
	compared 10
	closed
}
