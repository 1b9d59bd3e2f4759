# proves: UDP over IPv$V behind NAT keeps a checksum of 0, and a sum that becomes 0 is sent as ffff
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	sums_survive "$V"
}
