# proves: flows of a VRF take the fast path with its ports in the list; with the VRF itself they are marked, and all of them are slow
# SPDX-License-Identifier: GPL-2.0
# why: device
# needs: vrf nf_flow_table_inet
# slow: all with a VRF in the list, its flows are slow, though up to 7.1 they are marked [OFFLOAD]: list the VRF's ports
# differs: 7.2 a flow is not marked then (commit 871df5007eda)
# differs: 7.3 a flow is not marked then (commit 871df5007eda)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	must ip_ gw link add vrf0 type vrf table 100
	must ip_ gw link set vrf0 up
	vrf_leg in0 1
	vrf_leg out0 2
	settle
	on_devices 'in0, out0' marked 50 50
	# The flow is that of the ports, at whose hook no flowtable looks. A slow packet passes prerouting for the port and
	# for the VRF.
	not_found vrf0 0 0 2
}

# vrf_leg DEV NET: puts a device of the gateway into the VRF, and adds its addresses and neighbours again
vrf_leg() {
	must ip_ gw link set "$1" master vrf0
	must ip_ gw -batch - <<-BATCH
		address replace 10.0.$2.1/24 dev $1
		address replace fd00:$2::1/64 dev $1 nodad
		neighbour replace 10.0.$2.2 lladdr 02:fb:00:00:0$2:02 dev $1 nud permanent
		neighbour replace fd00:$2::2 lladdr 02:fb:00:00:0$2:02 dev $1 nud permanent
	BATCH
}
