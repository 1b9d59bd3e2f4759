# proves: a busy TCP flow stays in the flowtable longer than its conntrack timeout
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	outlives tcp
}
