# proves: an IPv$V rule that sets DSCP does not change the packets of an offloaded flow
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# danger: all a rule in the forward chain that sets DSCP does nothing for an offloaded flow: set it at ingress, priority -10, or at egress
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	dscp_skipped "$V"
}
