# proves: a flow that enters and leaves by two ports of the same bridge, with NAT, takes the fast path
# SPDX-License-Identifier: GPL-2.0
# needs: bridge
# since: 5.13 before, a flowtable did not support bridges (commit ec9d16bab615)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	bridge_leg
	must ip_ gw address flush dev mid0
	must ip_ gw link set mid0 master br0
	hairpin eth0 br0 02:fb:00:00:03:02
}
