# proves: a flowtable with counter counts IPv$V packets and bytes of each direction
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	counted "$V"
}
