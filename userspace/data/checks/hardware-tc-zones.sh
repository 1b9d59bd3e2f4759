# proves: one connection that two zones track has rules of both, and a filter that goes takes those of its zone with it
# SPDX-License-Identifier: GPL-2.0
# needs: act_ct cls_flower
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	hardware mode=hold
	# At in0 it is tracked in zone 7, and behind that in zone 8.
	must in_ gw tc qdisc add dev in0 clsact
	must in_ gw tc qdisc add dev out0 clsact
	piped='in0 out0'
	both_zones in0 7 8
	both_zones out0 8 7
	connect tcp tcp 10.0.2.2 5000 sport=4000
	rules_come 4
	is hardware "rules of act_ct" = 4 "$(hw rules)"
	is ct "connections in hardware, in zone 7" = 1 "$(zone_has 7 '[HW_OFFLOAD]' dport=5000)"
	is ct "connections in hardware, in zone 8" = 1 "$(zone_has 8 '[HW_OFFLOAD]' dport=5000)"
	in_ gw tc filter del dev in0 ingress chain 1
	in_ gw tc filter del dev out0 ingress chain 0
	in_ gw tc filter del dev in0 ingress chain 2
	in_ gw tc filter del dev out0 ingress chain 1
	rules_come 2
	is hardware "rules of the zone that is left" = 2 "$(hw rules)"
	no_pipeline
}

# both_zones DEVICE FIRST SECOND: packets are tracked in one zone, then in another one
both_zones() {
	filter "$1" 0 ct_state -trk action ct zone "$2" pipe action goto chain 1
	PREF=1 filter "$1" 1 ct_state +trk+new action ct zone "$2" commit pipe action ct clear pipe action ct zone "$3" pipe action goto chain 2
	PREF=2 filter "$1" 1 ct_state +trk+est action ct clear pipe action ct zone "$3" pipe action goto chain 2
	filter "$1" 2 ct_state +trk+new action ct zone "$3" commit pipe action pass
}
