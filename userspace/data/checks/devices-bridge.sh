# proves: with the bridge or with its port in the list, the flows behind the bridge take the fast path in both directions
# SPDX-License-Identifier: GPL-2.0
# why: device
# why: 7.2 no-path
# why: 7.3 no-path
# needs: bridge nf_flow_table_inet
# differs: 5.10 with the device below in the list, a flow is marked, and what that device receives is slow (commit ec9d16bab615)
# slow: 5.10 with the port of a bridge, or the device below a VLAN, in the list, a flow is marked [OFFLOAD], and what comes in by it is slow: list the bridge, the VLAN
# differs: 7.2 with only the bridge in the list, no flow is offloaded (commit 871df5007eda)
# differs: 7.3 with only the bridge in the list, no flow is offloaded (commit 871df5007eda)
# slow: 7.2 with only a bridge or a VLAN device in the list, no flow is offloaded: list the bridge's ports, the device below the VLAN
# slow: 7.3 with only a bridge or a VLAN device in the list, no flow is offloaded: list the bridge's ports, the device below the VLAN
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	bridge_leg
	# Since 7.2, a flow needs the device at the bottom in the list.
	if kernel_before 7.2; then
		on_devices 'br0, out0' marked 50 50
	else
		on_devices 'br0, out0' unmarked 0 0
	fi
	# Before 5.13, the flow is that of br0, at whose hook no flowtable looks.
	if kernel_before 5.13; then
		on_devices 'in0, out0' marked 0 50
	else
		on_devices 'in0, out0' marked 50 50
	fi
}
