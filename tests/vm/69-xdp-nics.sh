#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# flowbench xdp on the VM's own NICs. Their driver sends frames of other devices only once it has a program itself, as
# most drivers do.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh
# shellcheck source=tests/vm/xdp.sh
. tests/vm/xdp.sh

dir=$(mktemp -d)
on_exit rm -rf "$dir"
xdp_without
if [[ $old || $bare ]]; then
	ktap_plan 1
	skip "XDP on NICs" "the kernel ${old:+is older than 6.11}${bare:+has no type information}"
	ktap_end
	exit
fi
if ! net_find_nic 02:fb:00:00:01:01 >/dev/null; then
	ktap_plan 1
	skip "XDP on NICs" "the VM has none"
	ktap_end
	exit
fi

ktap_plan 12
log_mark 69-xdp-nics
modprobe -qa nf_conntrack || true
net_up_nics
xdp_flowtable

# driver DEV COUNTER: prints a counter of the driver
driver() {
	ip netns exec fb-t-gw ethtool -S "$1" | sed -n "s/^ *$2: //p"
}

# drivers: prints what the drivers count of a packet from client to server
drivers() {
	printf '%s %s\n' "$(driver c1 rx0_xdp_redirects)" "$(driver s1 tx0_xdp_tx)"
}

attached() {
	xdp --attach c1 s1 && programs 2 && ! ip -n fb-t-gw link show | grep xdpgeneric
}
check "the program is attached, in the driver" attached
check "a flow is made by the stack" flow 5000
check "a packet of the flow is redirected" counted redirected there 5000
check "it arrives with TTL 63 and the addresses of the link" seen "$mac_s1 > $mac_s0.*ttl 63" there 5000
check "an answer is redirected" counted redirected back 5000

drivers_count() {
	local redirects sent

	read -r redirects sent < <(drivers)
	there 5000 && sleep 0.3 && [[ $(drivers) == "$((redirects + 1)) $((sent + 1))" ]] && return
	printf 'before %d %d, now %s\n' "$redirects" "$sent" "$(drivers)"
	return 1
}
if [[ $(ip netns exec fb-t-gw ethtool -i c1) == *virtio_net* ]]; then
	check "the drivers count it: one redirects, the other sends" drivers_count
else
	skip "the drivers count it: one redirects, the other sends" "this driver does not count it"
fi
check "a packet of no flow goes up" counted no-flow there 5001
# Without a VLAN device, the NIC lets no tagged frame in.
ip -n fb-t-gw link add link c1 name c1.10 up type vlan id 10
check "with a VLAN tag in the frame: up" counted not-plain there 5000 vlan=10

net_server
stream() {
	local before after

	before=$(counts | sed -n 's/^redirected=//p') || return 1
	net_send -n 1M || return 1
	after=$(counts | sed -n 's/^redirected=//p') || return 1
	((after - before > 700)) && return
	echo "$before, then $after"
	return 1
}
check "a stream of 1 MB is redirected" stream
check "it is taken off" xdp --detach c1 s1
check "no device has a program" programs 0
check "the kernel log is clean" log_clean
ktap_end
