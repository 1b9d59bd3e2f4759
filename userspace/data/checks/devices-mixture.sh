# proves: with a VLAN device and the device below it in the list, the flows of the VLAN take the fast path in both directions
# SPDX-License-Identifier: GPL-2.0
# needs: 8021q nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	vlan_leg
	on_devices 'in0, in0.10, out0' marked 50 50
}
