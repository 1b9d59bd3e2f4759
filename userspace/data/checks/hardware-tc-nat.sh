# proves: rules of act_ct for a connection with source NAT translate addresses and ports as software does
# SPDX-License-Identifier: GPL-2.0
# needs: act_ct cls_flower
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local sent

	hardware mode=hold
	must ip_ server route add 10.0.9.2 via 10.0.2.1
	pipeline 7 nat src addr 10.0.9.2 port 6000
	watch wire server eth0
	connect tcp tcp 10.0.2.2 5000 sport=4000
	rules_come 2
	is hardware "rules of packets of the client, to another source" = 1 \
		"$(hw_rules 'tcp 10[.]0[.]1[.]2:4000 > 10[.]0[.]2[.]2:5000' 'source 10[.]0[.]9[.]2' 'source port 6000')"
	is hardware "rules of packets of the server, back to the client" = 1 \
		"$(hw_rules 'tcp 10[.]0[.]2[.]2:5000 > 10[.]0[.]9[.]2:6000' 'destination 10[.]0[.]1[.]2' 'destination port 4000')"
	t clear wire
	transfer c2s 100000
	t seen wire proto=tcp src=10.0.9.2 sport=6000
	sent=$(got n)
	is wire "packets that software has translated as the rule says" '>=' 5 "$sent"
	t seen wire proto=tcp src=10.0.1.2
	is wire "packets that are not translated" = 0 "$(got n)"
	no_pipeline
}
