# proves: a rule that forbids an offloaded flow takes effect when the flow's connection is deleted
# SPDX-License-Identifier: GPL-2.0
# why: dropped
# danger: all a rule that forbids an offloaded flow does nothing to it: delete the connection as well (conntrack -D)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a udp 10.0.2.2 5000 sport=4000
	taken a udp
	must in_ gw nft insert rule ip fb forward udp dport 5000 drop
	begin
	from_client 10
	finish
	note "packets on the fast path with the rule, before the connection is deleted: $(fast) of 10"
	forbidden
}
