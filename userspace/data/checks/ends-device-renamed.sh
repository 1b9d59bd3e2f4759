# proves: a renamed device stays in the flowtable or leaves it, as its kernel defines it, and is in it when it has its old name again
# SPDX-License-Identifier: GPL-2.0
# why: -
# why: 7.2 device device-down
# why: 7.3 device device-down
# differs: 7.2 a flowtable selects its devices by name: a device with another name is not in it (commit 7b4856493d78)
# differs: 7.3 a flowtable selects its devices by name: a device with another name is not in it (commit 7b4856493d78)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a udp 10.0.2.2 5000
	taken a udp
	rename out0 out9
	let_go 3
	warm a udp
	begin
	both_ways a udp
	finish
	if kernel_before 6.16; then
		is hook "packets on the fast path, with the renamed device" '>=' 100 "$(fast)"
		is nft "packets on the slow path" = 0 "$(slow)"
	else
		is hook "packets on the fast path, from the renamed device" '<=' 50 "$(fast)"
		is nft "packets on the slow path" '>=' 50 "$(slow)"
	fi
	rename out9 out0
	until_ 3 none_offloaded || true
	warm a udp
	taken a udp
}

# rename FROM TO: renames a device of the gateway, which must be down for that
rename() {
	must ip_ gw link set "$1" down
	must ip_ gw link set "$1" name "$2"
	must ip_ gw link set "$2" up
	must ip_ gw neighbour replace 10.0.2.2 lladdr 02:fb:00:00:02:02 dev "$2" nud permanent
}
