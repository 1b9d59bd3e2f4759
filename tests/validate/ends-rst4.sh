# proves: an IPv4 TCP connection that is reset leaves the flowtable, and conntrack forgets it soon
# SPDX-License-Identifier: GPL-2.0
# differs: 6.12.117 conntrack, which saw none of the fast path, takes the RST for an inexact one: 300 s, not 10
# differs: 7.2 the RST is forwarded by the fast path, and the flow leaves the flowtable later
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	tcp_ends 4 "$(after_reset)" 'reset a c'
}
