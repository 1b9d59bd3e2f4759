#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The module's own cost. It is zero while the module is idle: the cost of forwarded datagrams is measured
# before the module is loaded, while it is loaded, and after. It is small in a round, where the clock is
# read twice and the sink counts. Runs only where the clock counts instructions.
#
# A hook at ingress is not the module's own cost, but in what is taken off prices. So flowbench takes off what the first
# hook costs: it is measured here by the module alone, and held against what `flowbench bench` has said.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

none=0 one=0 two=0 own=0 again=0 hook=0 gross=0 own_is="" net="" table=""
what=("a datagram costs the same, to the instruction, with the module loaded"
	"it costs the same after the module has been unloaded"
	"a hook that is on adds to the cost, and one that is off does not"
	"the sink costs at most 25 instructions a packet more than a dummy device"
	"the clock of a round of 100 packets costs at most 25 instructions a packet"
	"the first hook at ingress costs more than the second"
	"own is what a packet costs without the path, less the first hook but its body"
	"so net of a path is what it costs more than a generator without a hook"
	"a datagram costs more with hardware that forwards nothing, and the same again when that is off")
ktap_plan ${#what[@]}
if [[ $(sed -n 's/^mode=//p' fingerprint) != icount ]]; then
	for each in "${what[@]}"; do
		skip "$each" "the clock does not count instructions here"
	done
	ktap_end
fi
if watches_itself; then
	for each in "${what[@]}"; do
		skip "$each" "not on a kernel that watches itself"
	done
	ktap_end
fi
on_exit module_unload
on_exit ip netns del fbi-a
on_exit ip netns del fbi-gw

# gateway KIND: makes a gateway between a host and a device of that kind
gateway() {
	ip netns add fbi-a
	ip netns add fbi-gw
	ip -n fbi-a link add e0 address 02:fb:00:00:00:01 type veth \
		peer name in0 address 02:fb:00:00:00:02 netns fbi-gw
	ip -n fbi-gw link add out0 address 02:fb:00:00:00:03 type "$1"
	ip netns exec fbi-gw sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward
		echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6'
	ip netns exec fbi-a sh -c 'echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6'
	ip -n fbi-a addr add 10.0.1.2/24 dev e0
	ip -n fbi-gw addr add 10.0.1.1/24 dev in0
	ip -n fbi-gw addr add 10.0.2.1/24 dev out0
	ip -n fbi-a link set e0 up
	ip -n fbi-gw link set in0 up
	ip -n fbi-gw link set out0 up
	ip -n fbi-a route add default via 10.0.1.1
	ip -n fbi-a neigh add 10.0.1.1 lladdr 02:fb:00:00:00:02 dev e0
	ip -n fbi-gw neigh add 10.0.2.2 lladdr 02:fb:00:00:00:04 dev out0
	datagrams >/dev/null
	datagrams >/dev/null
}

gateway_down() {
	ip netns del fbi-a
	ip netns del fbi-gw
}

datagrams() {
	ip netns exec fbi-a perl tests/vm/sender.pl 10.0.2.2
}

# costs WANTED: 20 datagrams must cost exactly this
costs() {
	local now

	now=$(datagrams) || return 1
	echo "$now, not $1"
	((now > 0 && now == $1))
}

hook_is_seen() {
	local with

	write "$FB_DEBUG/hooks" +ip_forward || return 1
	with=$(datagrams)
	write "$FB_DEBUG/hooks" -ip_forward || return 1
	echo "$with with the hook"
	((with > without)) && costs "$without"
}

# hardware TEXT: writes it to hardware/control, in the gateway
hardware() {
	# ip netns exec would mount another /sys, without debugfs.
	# shellcheck disable=SC2016 # expanded by that shell
	nsenter --net=/run/netns/fbi-gw sh -c 'echo "$1" >"$2"' sh "$1" "$FB_DEBUG/hardware/control"
}

hardware_leaves_nothing() {
	local with

	hardware 'on dev=in0,out0' || return 1
	with=$(datagrams)
	hardware off || return 1
	echo "$with with hardware"
	((with > without)) && costs "$without"
}

sink_counts() {
	local dummy=$without sink

	gateway_down
	gateway flowbench_sink
	sink=$(datagrams)
	gateway_down
	echo "20 datagrams: $dummy into a dummy device, $sink into the sink"
	((sink > 0 && sink - dummy <= 20 * 25))
}

# least PACKETS: prints the lowest cost of seven rounds. The lowest has no timer interrupt in it.
least() {
	local best=0

	conf "packets=$1"
	for _ in 1 2 3 4 5 6 7; do
		round error none || return 1
		((best > 0 && best <= $(res cycles))) || best=$(res cycles)
	done
	echo "$best"
}

# The fixed cost of a round of 100 packets. A round of 500 packets gives the cost of a packet.
clock() {
	local few many

	bench_up
	conf end=ingress
	few=$(least 100) && many=$(least 500) || return 1
	echo "100 packets: $few, 500: $many"
	((few > 0 && many > few && few * 5 - many <= 4 * 100 * 25))
}

# accepted HOOKS: prints what 100 packets cost that are forwarded, with so many hooks that accept
accepted() {
	conf end=sink "hooks=$1"
	least 100
}

# Sets none, one, two, own and again, in instructions of 100 packets, as bench sends them; and the hook by them.
measure_hook() {
	bench_up
	conf prime=8
	none=$(accepted 0) && one=$(accepted 1) && two=$(accepted 2) || return 1
	conf end=ingress hooks=0
	own=$(least 100) && again=$(accepted 0) || return 1
	conf reset
	bench_down
	hook=$((2 * one - none - two))
}

first_hook_costs_more() {
	echo "without $none, with one $one, with two $two, afterwards without $again; own $own"
	((again == none && two > one && one - none > two - one && hook > 0 && hook < own))
}

# Sets table, and gross, own_is and net of its path.
price_forward() {
	table=$(userspace/flowbench bench -q --labs 1 --tuples 1 --rounds 5 --packets 100 forward 2>&1) || true
	read -r gross own_is net < <(awk '$1 == "forward" { print $3, $4, $5 }' <<<"$table")
}

# near A B: two figures a packet are the same, but for what is rounded
near() {
	(($1 - $2 <= 1 && $2 - $1 <= 1)) || { printf '%s, not %s\n%s\n' "$1" "$2" "$table"; return 1; }
}

own_has_no_hook() {
	[[ $own_is ]] || { echo "$table"; return 1; }
	near "$own_is" $(((own - hook + 50) / 100)) &&
		grep "^own is less the hook at ingress, which paths have not got: $(((hook + 50) / 100)) instructions" <<<"$table"
}

net_is_without() {
	[[ $net ]] && near "$net" $((gross - (own - hook + 50) / 100))
}

module_unload
gateway dummy
without=$(datagrams)
module_load
check "${what[0]}" costs "$without"
module_unload
check "${what[1]}" costs "$without"
module_load
check "${what[2]}" hook_is_seen
check "${what[8]}" hardware_leaves_nothing
check "${what[3]}" sink_counts
check "${what[4]}" clock
measure_hook || true
check "${what[5]}" first_hook_costs_more
price_forward || true
check "${what[6]}" own_has_no_hook
check "${what[7]}" net_is_without
ktap_end
