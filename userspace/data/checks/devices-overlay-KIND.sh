# proves: with the device below $1 in the list, all data to a service behind it arrives; what comes out of it is slow
# SPDX-License-Identifier: GPL-2.0
# why: device
# why: 7.2 device no-path
# why: 7.3 device no-path
# needs: nf_flow_table_inet $2
# slow: all with the device below a tunnel in the list, what comes out of the tunnel is slow, though up to 7.1 its flows are marked [OFFLOAD]: list the tunnel's device (vxlan0, geneve0, gre1, wg0)
# differs: 7.2 a flow is not marked then (commit 871df5007eda)
# differs: 7.3 a flow is not marked then (commit 871df5007eda)
# kind: vxlan     | VXLAN     | vxlan
# kind: geneve    | GENEVE    | geneve
# kind: gre       | GRE       | ip_gre
# kind: wireguard | WireGuard | wireguard
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	below_overlay "$KIND"
}
