# proves: a rate limit in the forward chain does not hold an offloaded flow
# SPDX-License-Identifier: GPL-2.0
# needs: nft_limit
# danger: all a limit of the rate in the forward chain does not hold for an offloaded flow: set it at ingress, priority -10
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local limit='limit rate over 10/hour burst 5 packets drop'

	two_flows 4 "udp dport 5000 $limit; udp dport 6000 $limit"
	begin
	send_fifty a
	t send b c2s 50 size=400 wait=500
	# The burst is 5 packets, two of which opened the connection.
	is bytes "datagrams of flow b that arrived, of 50" = 3 "$(got got)"
	finish
	is hook "packets on the fast path" = 50 "$(fast)"
	is nft "packets on the slow path" = 50 "$(slow)"
	closes
}
