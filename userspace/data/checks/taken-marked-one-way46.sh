# proves: an IPv$V flow whose mark only the client's packets have takes the uplink of that mark
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: nft_masq
# fails4: 5.10 the reply, which has no mark, adds the flow with the destination as its next hop (commit 3412e1641828)
# fails4: 6.1 the reply, which has no mark, adds the flow with the destination as its next hop (commit 3412e1641828)
# fails4: 6.12 the reply, which has no mark, adds the flow with the destination as its next hop (commit 3412e1641828)
# differs4: 7.2 the reply adds no flow, as the destination is no neighbour (commit 871df5007eda)
# differs4: 7.3 the reply adds no flow, as the destination is no neighbour (commit 871df5007eda)
# danger4: 5.10 with routing by mark, a flow whose replies have no mark is offloaded with a wrong route: restore ct mark for both directions, or add 'ct direction original' to the rule that adds flows
# fails6: 6.1 the reply, which has no mark, adds the flow with the main table's route (commit 3412e1641828)
# fails6: 6.12 the reply, which has no mark, adds the flow with the main table's route (commit 3412e1641828)
# fails6: 7.2 the reply, which has no mark, adds the flow with the main table's route (commit 3412e1641828)
# fails6: 7.3 the reply, which has no mark, adds the flow with the main table's route (commit 3412e1641828)
# differs6: 5.10 such a flow has the right route (cause not found)
# danger: 6.1 with routing by mark, a flow whose replies have no mark is offloaded with a wrong route: restore ct mark for both directions, or add 'ct direction original' to the rule that adds flows
# danger: 6.12 with routing by mark, a flow whose replies have no mark is offloaded with a wrong route: restore ct mark for both directions, or add 'ct direction original' to the rule that adds flows
# danger6: 7.2 with routing by mark, a flow whose replies have no mark is offloaded with a wrong route: restore ct mark for both directions, or add 'ct direction original' to the rule that adds flows
# danger6: 7.3 with routing by mark, a flow whose replies have no mark is offloaded with a wrong route: restore ct mark for both directions, or add 'ct direction original' to the rule that adds flows
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	marked_one_way "$V" 'ct state established meta l4proto { tcp, udp }'
}
