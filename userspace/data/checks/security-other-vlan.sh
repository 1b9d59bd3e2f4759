# proves: packets with the tuple of an offloaded flow, but with a VLAN tag, are not forwarded by the flowtable
# SPDX-License-Identifier: GPL-2.0
# why: encapsulation
# why: 5.10 -
# fails: 5.10 the flowtable ignores the tag and forwards them (commit 4cd91f7c290f)
# danger: 5.10 tagged packets with the addresses and ports of an untagged offloaded flow are forwarded
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a udp 10.0.2.2 5000 sport=4000
	taken a udp
	watch at-server server eth0
	begin
	from_client 10 vlan=10
	finish
	is hook "packets on the fast path" = 0 "$(fast)"
	t seen at-server src=10.0.1.2
	is wire "packets at the server" = 0 "$(got n)"
}
