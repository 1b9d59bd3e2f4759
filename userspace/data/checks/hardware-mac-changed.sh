# proves: hardware follows a next hop that gets another MAC address, within five seconds
# SPDX-License-Identifier: GPL-2.0
# fails: all the rules keep the MAC address that the next hop had, as long as packets come (cause not found)
# danger: all hardware sends to the old MAC address of a next hop as long as packets come: delete its connections (conntrack -D)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local i

	hardware
	offloading ip
	connect a udp 10.0.2.2 5000 sport=4000
	rules_come "$(ways)"
	watch out gw out0 out=1
	must ip_ gw neighbour replace 10.0.2.2 lladdr 02:fb:00:00:09:09 dev out0 nud permanent
	for ((i = 0; i < 5; i++)); do
		from_client 1
		read -r -t 1 <> <(:) || true # the second
	done
	t clear out
	begin
	from_client 10
	finish
	is hardware "packets that hardware forwarded, or software" = 10 "$(fast)"
	t seen out dst=10.0.2.2 dmac=02:fb:00:00:09:09
	is wire "packets to the new MAC address" = 10 "$(got n)"
	delete_connection -p udp --dport 5000
	rules_come 0
	is hardware "rules after conntrack -D" = 0 "$(hw rules)"
}
