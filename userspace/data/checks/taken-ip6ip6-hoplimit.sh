# proves: the flowtable gives packets in an IP6IP6 tunnel the hop limit of the tunnel device
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet ip6_tunnel
# since: 7.0 before, a flowtable did not support IP6IP6 tunnels (commit 93cf357fa797)
# fails: 7.2 the flowtable copies the inner hop limit (commit 93cf357fa797)
# fails: 7.3 the flowtable copies the inner hop limit (commit 93cf357fa797)
# danger: 7.2 offloaded packets leave an IP6IP6 tunnel with the hop limit of the packet inside, whatever that of the device is
# danger: 7.3 offloaded packets leave an IP6IP6 tunnel with the hop limit of the packet inside, whatever that of the device is
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	offload_differs 'packets into a tunnel go to no MAC address'
	ip_tunnel 6 encaplimit none hoplimit 99
	flowtable inet
	encapsulated 6 ttl=99
}
