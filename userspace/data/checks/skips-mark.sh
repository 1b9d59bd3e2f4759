# proves: a rule that sets a mark does not set it on the packets of an offloaded flow
# SPDX-License-Identifier: GPL-2.0
# needs: sch_prio cls_fw
# danger: all a rule in the forward chain that sets the mark does nothing for an offloaded flow: set it at ingress, priority -10
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	two_flows 4 'meta mark set 7'
	bands
	must in_ gw tc filter add dev out0 parent 1: protocol ip handle 7 fw classid 1:1
	left_through 2 1 fifty_each
}
