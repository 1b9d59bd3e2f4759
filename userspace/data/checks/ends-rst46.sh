# proves: an IPv$V TCP connection that is reset leaves the flowtable, and conntrack soon forgets it
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why: rst
# why: 7.2 -
# why: 7.3 -
# differs: 6.12.117 conntrack sees no packet of the fast path, so the sequence number of the RST looks inexact to it: timeout 300 s, not 10 s (commit bf80e6802273)
# differs: 7.2 the fast path forwards the RST, and the flow leaves the flowtable later (commit fdbaf5163331)
# differs: 7.3 the fast path forwards the RST, and the flow leaves the flowtable later (commit fdbaf5163331)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	tcp_ends "$V" "$(after_reset)" 'reset a c'
}
