# proves: a flow that no rule adds stays on the slow path (so the fast path that other checks see comes from their rules)
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip 'match=tcp dport 5001'
	connect a tcp 10.0.2.2 5000
	is ct "offloaded connections" = 0 "$(offloaded tcp dport=5000)"
	kept a tcp
}
