# proves: ctinfo at the way out finds the connection of an offloaded flow by its addresses, and sets DSCP
# SPDX-License-Identifier: GPL-2.0
# needs: sch_ingress cls_matchall act_ctinfo
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	beyond_rules 'a filter at the way out sets DSCP'
	ctinfo_sets 32
}
