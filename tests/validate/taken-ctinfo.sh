# proves: ctinfo at the way out finds the connection of an offloaded flow by its addresses, and sets DSCP
# SPDX-License-Identifier: GPL-2.0
# needs: sch_ingress cls_matchall act_ctinfo
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	two_flows 4 'ct mark set 8'
	must in_ gw tc qdisc add dev out0 clsact
	must in_ gw tc filter add dev out0 egress protocol ip matchall action ctinfo dscp 0x3f
	watch at-server server eth0
	fifty_each
	marked_at_server 5000 32
	marked_at_server 6000 32
}
