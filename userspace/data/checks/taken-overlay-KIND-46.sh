# proves: flows to a service behind $1 take the fast path in both directions, in whole superpackets, with its device in the list, IPv$V
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: nf_flow_table_inet $2
# kind: vxlan         | VXLAN without UDP checksum | vxlan
# kind: vxlan-udpcsum | VXLAN with UDP checksum    | vxlan
# kind: geneve        | GENEVE                     | geneve
# kind: gre           | GRE                        | ip_gre
# kind: ipip          | IP in IP                   | ipip ip6_tunnel
# kind: wireguard     | WireGuard                  | wireguard
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	overlaid "$KIND" "$V"
}
