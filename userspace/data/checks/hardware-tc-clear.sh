# proves: a connection that is tracked, and whose packets are cleared before it is committed, is never given to hardware
# SPDX-License-Identifier: GPL-2.0
# needs: act_ct cls_flower
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local dev

	hardware mode=hold
	for dev in in0 out0; do
		must in_ gw tc qdisc add dev $dev clsact
		piped+=" $dev"
		filter $dev 0 ct_state -trk action ct zone 7 pipe action goto chain 1
		filter $dev 1 ct_state +trk action ct clear pipe action pass
	done
	connect tcp tcp 10.0.2.2 5000 sport=4000
	transfer c2s 100000
	is hardware "rules that were given" = 0 "$(hw replace)"
	is ct "connections in zone 7" = 0 "$(zone_has 7 dport=5000)"
	no_pipeline
}
