# proves: a rule that sets the priority does not set it on the packets of an offloaded flow
# SPDX-License-Identifier: GPL-2.0
# needs: sch_prio
# danger: all a rule in the forward chain that sets the priority does nothing for an offloaded flow
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	two_flows 4 'meta priority set 1:3'
	bands
	left_through 2 3 fifty_each
}
