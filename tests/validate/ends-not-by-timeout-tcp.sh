# proves: a busy TCP flow stays in the flowtable longer than its conntrack timeout
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	outlives tcp
}
