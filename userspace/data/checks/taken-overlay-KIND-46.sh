# proves: flows to a service behind $1 take the fast path in both directions, in whole superpackets, with its device in the list, IPv$V
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: nf_flow_table_inet $2
# slow: $3
# slow: $4
# differs: $5
# differs: $6
# kind: vxlan         | VXLAN without UDP checksum | vxlan | | | |
# kind: vxlan-udpcsum | VXLAN with UDP checksum    | vxlan | | | |
# kind: geneve        | GENEVE                     | geneve | | | |
# kind: gre           | GRE                        | ip_gre | | | |
# kind: ipip          | IP in IP                   | ipip ip6_tunnel | 7.2 an IP tunnel's device in the list offloads nothing: list the device below it, which takes the tunnel's packets since 6.19 (IPv6: 7.0) | 7.3 an IP tunnel's device in the list offloads nothing: list the device below it, which takes the tunnel's packets since 6.19 (IPv6: 7.0) | 7.2 the flow is not offloaded with the tunnel's device in the list, as its way out is the device below (commit ab427db17885) | 7.3 the flow is not offloaded with the tunnel's device in the list, as its way out is the device below (commit ab427db17885)
# kind: wireguard     | WireGuard                  | wireguard | | | |
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	if [[ $KIND == ipip ]] && ! kernel_before 6.19; then
		overlay_slow ipip "$V"
	else
		[[ ! $KIND =~ ^(gre|ipip|wireguard)$ ]] || beyond_header
		overlaid "$KIND" "$V"
	fi
}
