# proves: with the bridge in the flowtable in place of its ports, a flow follows its client to another port at once
# SPDX-License-Identifier: GPL-2.0
# why: device
# why: 7.2 no-path
# why: 7.3 no-path
# needs: bridge nf_flow_table_inet
# differs: 7.2 a flow over a bridge that is itself in the flowtable is not offloaded (commit 871df5007eda)
# differs: 7.3 a flow over a bridge that is itself in the flowtable is not offloaded (commit 871df5007eda)
# slow: 7.2 with only a bridge or a VLAN device in the list, no flow is offloaded: list the bridge's ports, the device below the VLAN
# slow: 7.3 with only a bridge or a VLAN device in the list, no flow is offloaded: list the bridge's ports, the device below the VLAN
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	follows_bridge 4
}
