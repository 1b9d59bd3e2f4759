# proves: ctinfo at the way out does not find the connection of an offloaded flow behind NAT, and does not set DSCP
# SPDX-License-Identifier: GPL-2.0
# needs: sch_ingress cls_matchall act_ctinfo
# danger: all behind source NAT, ctinfo at egress finds no connection of an offloaded packet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	rules <<-NFT
		table ip nat {
			chain post {
				type nat hook postrouting priority 100; policy accept;
				oifname out0 snat to 10.0.9.9
			}
		}
	NFT
	ctinfo_sets 0
}
