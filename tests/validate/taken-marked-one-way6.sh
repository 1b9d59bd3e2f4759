# proves: an IPv6 flow whose mark only the client's packets have takes the uplink of that mark
# SPDX-License-Identifier: GPL-2.0
# needs: nft_masq
# fails: 6.1 the reply, which has no mark, adds the flow with the main table's route (commit 3412e1641828)
# fails: 6.12 the reply, which has no mark, adds the flow with the main table's route (commit 3412e1641828)
# fails: 7.2 the reply, which has no mark, adds the flow with the main table's route (commit 3412e1641828)
# differs: 5.10 such a flow has the right route (cause not found)
# danger: 6.1 with routing by mark, a flow whose replies have no mark is offloaded with a wrong route: restore ct mark for both directions, or add 'ct direction original' to the rule that adds flows
# danger: 6.12 with routing by mark, a flow whose replies have no mark is offloaded with a wrong route: restore ct mark for both directions, or add 'ct direction original' to the rule that adds flows
# danger: 7.2 with routing by mark, a flow whose replies have no mark is offloaded with a wrong route: restore ct mark for both directions, or add 'ct direction original' to the rule that adds flows
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	marked_one_way 6 'ct state established meta l4proto { tcp, udp }'
}
