# proves: flows of a macvlan take the fast path with the macvlan in the list; with the device below it they are marked, and what that receives is slow
# SPDX-License-Identifier: GPL-2.0
# why: device
# why: 7.2 device no-path
# why: 7.3 device no-path
# needs: macvlan nf_flow_table_inet
# slow: all with the device below a macvlan in the list, what the macvlan receives is slow, though up to 7.1 its flows are marked [OFFLOAD]: list the macvlan
# differs: 7.2 a flow is not marked then (commit 871df5007eda)
# differs: 7.3 a flow is not marked then (commit 871df5007eda)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	must ip_ gw link set in0 address 02:fb:00:00:01:03
	must ip_ gw link add mv0 link in0 address 02:fb:00:00:01:01 type macvlan mode bridge
	move_leg eth0 mv0
	on_devices 'mv0, out0' marked 50 50
	# The flow is that of mv0, at whose hook no flowtable looks.
	not_found 'in0, out0' 0 50
}
