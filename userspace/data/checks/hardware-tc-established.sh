# proves: a TCP connection that act_ct tracks in a zone is given to hardware in both directions once it is established, and given up with its filters
# SPDX-License-Identifier: GPL-2.0
# needs: act_ct cls_flower
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	hardware mode=hold
	pipeline 7
	connect tcp tcp 10.0.2.2 5000 sport=4000
	rules_come 2
	is hardware "rules of act_ct" = 2 "$(hw rules)"
	is hardware "rules of packets of the client" = 1 "$(hw_rules 'tcp 10[.]0[.]1[.]2:4000 > 10[.]0[.]2[.]2:5000' 'connection: established')"
	is ct "connections in hardware, in zone 7" = 1 "$(zone_has 7 '[HW_OFFLOAD]' dport=5000)"
	is ct "connections in other zones" = 0 "$(zone_has 0 dport=5000)"
	transfer c2s 100000
	transfer s2c 100000
	no_pipeline
}
