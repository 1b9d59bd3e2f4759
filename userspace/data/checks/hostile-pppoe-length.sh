# proves: frames of an offloaded flow in a PPPoE session are not forwarded if the PPPoE header has a wrong length
# SPDX-License-Identifier: GPL-2.0
# needs: pppoe nf_flow_table_inet
# since: 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# fails: all the fast path forwards them: it does not check the length in the PPPoE header (commit 72efd585f714)
# danger: all a neighbour can send into an offloaded flow of somebody else's PPPoE session: we know no rule that closes this
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	pppoe_leg
	never_forwarded 4 udp "$(frame4 type=88641100000700670021)" "$(frame4 type=8864110000070fff0021)" \
		"$(frame4 type=88641100000700000021)" "$(frame4 type=88641100000700160021)"
}
