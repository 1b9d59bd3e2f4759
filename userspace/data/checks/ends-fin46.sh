# proves: an IPv$V TCP connection that both sides close leaves the flowtable, and conntrack soon forgets it
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why: fin
# why: 7.2 -
# why: 7.3 -
# differs: 7.2 the fast path forwards FINs, and the flow leaves the flowtable later (commit fdbaf5163331)
# differs: 7.3 the fast path forwards FINs, and the flow leaves the flowtable later (commit fdbaf5163331)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	tcp_ends "$V" time_wait 'close a c' 'close a s'
}
