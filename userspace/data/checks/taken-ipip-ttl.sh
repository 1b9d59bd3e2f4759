# proves: the flowtable gives packets in an IPIP tunnel the TTL and the TOS of the tunnel device
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet ipip
# since: 6.19 before, a flowtable did not support IPIP tunnels (commit d30301ba4b07)
# fails: 7.2 the flowtable copies the inner TTL and TOS (commit d30301ba4b07)
# fails: 7.3 the flowtable copies the inner TTL and TOS (commit d30301ba4b07)
# danger: 7.2 offloaded packets leave an IPIP tunnel with the TTL and TOS of the packet inside, whatever those of the device are
# danger: 7.3 offloaded packets leave an IPIP tunnel with the TTL and TOS of the packet inside, whatever those of the device are
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs 'packets into a tunnel go to no MAC address'
	ip_tunnel 4 ttl 99 tos 0x20
	flowtable inet
	encapsulated 4 ttl=99 tos=0x20
	t seen at-server proto=4
	is wire "encapsulated packets at the server, with any TTL" '>=' 50 "$(got n)"
}
