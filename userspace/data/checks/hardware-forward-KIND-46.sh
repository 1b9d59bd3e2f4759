# proves: hardware forwards $1, IPv$V by its rules as software does
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
	with_hardware forward "taken-${KIND}46"
	is hardware "packets that hardware forwarded" '>=' 10 "$(hw forwarded)"
	is hardware "packets that it could not send" = 0 "$(hw dropped)"
	closed
}
