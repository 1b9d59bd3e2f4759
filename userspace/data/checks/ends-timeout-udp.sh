# proves: nf_flowtable_udp_timeout sets when an idle UDP flow leaves the flowtable, and no other flow
# SPDX-License-Identifier: GPL-2.0
# why: expired
# since: 5.14 before, the timeout was 30 s for all flows (commit 1d91d2e1a7f7)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	leaves_by_sysctl udp tcp
}
