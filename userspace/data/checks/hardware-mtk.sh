# proves: hardware that cannot translate IPv6 (mtk_ppe) gets no rule of an IPv6 flow behind masquerade, which software forwards
# SPDX-License-Identifier: GPL-2.0
# why: hardware-refused
# needs: nft_masq
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	V=6
	with_hardware forward taken-masquerade46 as=mtk
	is hardware "rules" = 0 "$(hw rules)"
	is hardware "rules that were refused" '>=' $((2 * $(ways))) "$(hw refused)"
	is hardware "packets that hardware forwarded" = 0 "$(hw forwarded)"
}
