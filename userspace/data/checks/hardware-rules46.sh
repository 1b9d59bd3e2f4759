# proves: hardware gets one rule for each direction of an IPv$V TCP flow, which is marked [HW_OFFLOAD] as long as they are there
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why: -
# fails: 6.1 only the direction of the first packet gets a rule: NF_FLOW_HW_BIDIRECTIONAL is never set (cause not found)
# slow: 6.1 hardware forwards one direction of a connection; the reply is on the fast path of software
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local client server

	hardware
	offloading "$(family_of "$V")"
	connect a tcp "$(server_of "$V")" 5000 sport=4000
	rules_come 2
	[[ $V == 4 ]] && client=10.0.1.2:4000 server=10.0.2.2:5000
	[[ $V == 6 ]] && client='\[fd00:1::2\]:4000' server='\[fd00:2::2\]:5000'
	is ct "connections in hardware" = 1 "$(in_hardware tcp dport=5000)"
	is hardware "rules" = 2 "$(hw rules)"
	is hardware "rules from the client, out by out0, to the server's MAC" = 1 \
		"$(hw_rules "on in0: tcp $client > $server, without FIN and RST" 'out by out0' 'destination MAC 02:fb:00:00:02:02')"
	is hardware "rules from the server, out by in0, to the client's MAC" = 1 \
		"$(hw_rules "on out0: tcp $server > $client, without FIN and RST" 'out by in0' 'destination MAC 02:fb:00:00:01:02')"
	is hardware "rules that were taken" = 2 "$(hw taken)"
	hardware_off
	is ct "connections in hardware when it is off" = 0 "$(in_hardware tcp dport=5000)"
}
