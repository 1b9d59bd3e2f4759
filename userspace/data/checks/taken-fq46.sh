# proves: fq at the way out does not hold IPv$V packets of an offloaded flow that were stamped when they were received
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: sch_fq
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	through_fq "$V"
}
