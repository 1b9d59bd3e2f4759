# proves: flows of a bond take the fast path with the bond in the list; with its port in the list they are marked, and what the port receives is slow
# SPDX-License-Identifier: GPL-2.0
# why: device
# why: 7.2 device no-path
# why: 7.3 device no-path
# needs: bonding nf_flow_table_inet
# slow: all with a bond's port in the list, what the bond receives is slow, though up to 7.1 its flows are marked [OFFLOAD]: list the bond
# differs: 7.2 a flow is not marked then (commit 871df5007eda)
# differs: 7.3 a flow is not marked then (commit 871df5007eda)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	must ip_ gw link add bond0 address 02:fb:00:00:01:01 type bond mode active-backup miimon 100
	must ip_ gw link set in0 down
	must ip_ gw link set in0 master bond0
	move_leg eth0 bond0
	on_devices 'bond0, out0' marked 50 50
	# The flow is that of bond0, at whose hook no flowtable looks.
	not_found 'in0, out0' 0 50
}
