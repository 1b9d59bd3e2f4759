# proves: with hardware that refuses each rule, software does as without the flag "offload": $1
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet $2
# since: $3
# fails: $6
# fails: $4
# danger: 5.10 -
# danger: $5
# kind: mac   | a flow uses the new MAC address of its next hop | | | all packets leave by the MAC addresses that the flow had at first: FLOW_OFFLOAD_XMIT_DIRECT (cause not found) | all with flags offload, a next hop that gets another MAC address loses all packets of its flows, hardware or not: conntrack -D | 5.10 -
# kind: route | a flow follows a change of routes             | | | all packets leave by the device that the flow had at first, and no route is asked: FLOW_OFFLOAD_XMIT_DIRECT (cause not found) | all with flags offload, flows stay on the old route, hardware or not: conntrack -D after a change of routes | 5.10 the flow keeps the old route (commit 2738d9d963bd)
# kind: mtu   | packets over a lowered MTU get an ICMP error  | | | all no route is asked, so the MTU of the way out stays as it was: FLOW_OFFLOAD_XMIT_DIRECT (cause not found) | all with flags offload, packets over an MTU that was lowered go out as they are, hardware or not: conntrack -D | 5.10 the flow keeps its old MTU, as its route is not checked (commit e5075c0badaa)
# kind: ipip  | packets into an IPIP tunnel reach its other end | ipip | 6.19 before, a flowtable did not support IPIP tunnels (commit ab427db17885) | all packets into the tunnel have no destination MAC address (cause not found) | all with flags offload, all packets of a flow into an IPIP tunnel are lost, hardware or not: no flags offload there |
# kind: ip6ip6 | packets into an IP6IP6 tunnel reach its other end | ip6_tunnel | 7.0 before, a flowtable did not support IP6IP6 tunnels (commit d98103575dcd) | all packets into the tunnel have no destination MAC address (cause not found) | all with flags offload, all packets of a flow into an IP6IP6 tunnel are lost, hardware or not: no flags offload there |
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local file

	case $KIND in
	mac) file=ends-neighbour-changed ;;
	route) file=ends-route-changed ;;
	mtu) file=ends-mtu-lowered46 V=4 ;;
	*) file=taken-$KIND ;;
	esac
	with_hardware refuse "$file"
	is hardware "rules" = 0 "$(hw rules)"
	closed
}
