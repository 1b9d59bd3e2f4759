# proves: an IPv6 flow whose mark only the client's packets have takes the uplink of that mark
# SPDX-License-Identifier: GPL-2.0
# needs: nft_masq
# fails: all the reply, which has no mark, adds the flow with the main table's route (commit 3412e1641828)
# danger: all with routing by mark, a flow whose replies have no mark is offloaded with a wrong route: restore ct mark for both directions, or add 'ct direction original' to the rule that adds flows
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	marked_one_way 6 'ct state established meta l4proto { tcp, udp }'
}
