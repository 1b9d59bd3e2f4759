# proves: a connection with a helper, which has to see each packet, is not given to hardware by act_ct
# SPDX-License-Identifier: GPL-2.0
# needs: act_ct cls_flower
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	hardware mode=hold
	rules <<-NFT
		table ip helpers {
			ct helper ftp { type "ftp" protocol tcp; }
		}
	NFT
	in_ gw tc qdisc add dev in0 clsact 2>/dev/null
	in_ gw tc filter add dev in0 ingress chain 5 protocol ip flower ct_state +trk+new action ct zone 7 commit helper ipv4-tcp-ftp 2>/dev/null ||
		lacks 'helpers of act_ct'
	in_ gw tc filter del dev in0 ingress chain 5
	piped=in0
	pipeline 7 helper ipv4-tcp-ftp
	connect tcp tcp 10.0.2.2 21 sport=4000
	transfer c2s 100000
	is hardware "rules that were given" = 0 "$(hw replace)"
	is ct "connections with a helper, in zone 7" = 1 "$(zone_has 7 dport=21 helper=ftp)"
	is ct "of them, in hardware" = 0 "$(zone_has 7 dport=21 HW_OFFLOAD)"
	no_pipeline
}
