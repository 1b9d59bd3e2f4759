# proves: a mark that a chain at ingress sets in front of the flowtable stays on the packets of an offloaded flow
# SPDX-License-Identifier: GPL-2.0
# needs: sch_prio cls_fw
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	two_flows 4 ''
	rules <<-NFT
		table netdev fb {
			chain before {
				type filter hook ingress device in0 priority -10; policy accept;
				meta mark set 7
			}
		}
	NFT
	bands
	must in_ gw tc filter add dev out0 parent 1: protocol ip handle 7 fw classid 1:1
	left_through 1 1 fifty_each
}
