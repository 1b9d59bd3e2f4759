# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The topology path, with a NIC in place of the gateway's in0: QEMU's e1000e, an 82574L. Elsewhere than in the VM, or in a VM without
# that NIC, in0 is a veth.

# shellcheck source=netns-lab/topologies/path.sh
. "$LAB_DIR/topologies/path.sh"
