# proves: flows of a macvlan take the fast path with the macvlan in the list; with the device below it they are marked, and what that receives is slow
# SPDX-License-Identifier: GPL-2.0
# needs: macvlan nf_flow_table_inet
# slow: all with the device below a macvlan in the list, a flow is marked [OFFLOAD], and what the macvlan receives is slow: list the macvlan
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	must ip_ gw link set in0 address 02:fb:00:00:01:03
	must ip_ gw link add mv0 link in0 address 02:fb:00:00:01:01 type macvlan mode bridge
	move_leg eth0 mv0
	on_devices 'mv0, out0' 50 50
	# The flow is that of mv0, at whose hook no flowtable looks.
	on_devices 'in0, out0' 0 50
}
