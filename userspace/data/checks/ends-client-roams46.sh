# proves: IPv$V packets of a flow follow their client to another port of the bridge at once
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why: -
# needs: bridge nf_flow_table_inet
# since: 5.13 before, a flowtable did not support bridges (commit ec9d16bab615)
# fails: all replies go to the old port as long as the server sends (commit 7a27f6ab4135)
# danger: all after a client has moved to another bridge port, packets to it go to the old port as long as the server sends: delete its connections (conntrack -D); up to 7.1, list the bridge and not its ports
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	follows "$V"
}
