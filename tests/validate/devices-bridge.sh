# proves: with the bridge or with its port in the list, the flows behind the bridge take the fast path in both directions
# SPDX-License-Identifier: GPL-2.0
# needs: bridge nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	bridge_leg
	on_devices 'br0, out0' 50 50
	on_devices 'in0, out0' 50 50
}
