#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The lab comes up, carries packets, goes down, and leaves nothing behind: when up is called once, and when it is called
# twice. 53-lab-interrupted.sh interrupts it.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=tests/vm/lab.sh
. tests/vm/lab.sh

ktap_plan 24

# says TEXT STATUS COMMAND…: the command must fail with this status and one line that has TEXT
says() {
	local text=$1 want=$2 said status=0
	shift 2

	said=$("$@" 2>&1 >/dev/null) || status=$?
	printf 'status %d: %s\n' "$status" "$said"
	[[ $status -eq $want && $said == *"$text"* && $said != *$'\n'* ]]
}

tracked() {
	ip netns exec "$NS_GATEWAY" cat /proc/net/nf_conntrack
}

# says_built LINE [OPTION…]: env must print this line
says_built() {
	local line=$1 said
	shift

	said=$("$lab" env "$top" "$@")
	[[ $'\n'$said$'\n' == *$'\n'"$line"$'\n'* ]]
}

algorithm() {
	local states

	states=$(ip -n "$1" xfrm state)
	[[ $states == *"$2"* ]] || {
		printf '%s\n' "$states"
		return 1
	}
}

if ! "$lab" --help | grep -q "topologies: .*$top"; then
	not_ok "--help names the topologies"
else
	ok "--help names the topologies"
fi
check "an unknown topology is named" says "no topology 'moon'" 2 "$lab" up moon
check "an unknown command is named" says "unknown command 'sideways'" 2 "$lab" sideways "$top"
check "an id with odd letters is refused" says "is not 1 to 12 of a-z and 0-9" 2 "$lab" up "$top" --id ../x
check "an unknown proposal is named" says "no ESP proposal 'rot13'" 2 "$lab" up "$top" --esp rot13
check "env without a lab fails" says "is not up" 1 "$lab" env "$top"

on_exit "$lab" down "$top"
on_exit "$lab" down "$top" --id two
"$lab" down "$top"
before=$(traces)

check "up" "$lab" up "$top"
names=$("$lab" env "$top")
NS_GATEWAY=$(sed -n 's/^NS_GATEWAY=//p' <<<"$names")
check "env names namespaces that exist" ip netns exec "$NS_GATEWAY" true
check "no connection is tracked" same "$(tracked)" ""
pids=$(cat /run/flowbench/lab/*/pid)
check "up again" "$lab" up "$top"
check "the second up builds nothing" same "$(cat /run/flowbench/lab/*/pid)" "$pids"
check "ESP is NULL with HMAC-SHA1" algorithm "$NS_GATEWAY" 'enc ecb(cipher_null)'
check "packets pass the tunnel, encrypted" "$lab" check "$top"
check "other settings are refused while it is up" \
	says "take it down first" 1 "$lab" up "$top" --esp aes128gcm16
check "down" "$lab" down "$top"
check "nothing is left of the lab" clean
check "down again" "$lab" down "$top"

# Two labs at once, on veth pairs, the second one with the other proposal.
"$lab" up "$top" --nic veth
check "env prints NIC=veth" says_built 'NIC=veth'
check "a second lab comes up beside the first" "$lab" up "$top" --nic veth --id two --esp aes128gcm16
check "its ESP is AES-GCM" algorithm fb-two-gw 'rfc4106(gcm(aes))'
"$lab" down "$top"
check "it still works after the first has gone down" "$lab" check "$top" --id two
check "env prints the proposal that it was built with" says_built 'ESP=aes128gcm16' --id two
"$lab" down "$top" --id two
check "nothing is left of the lab" clean

mac=$(awk '$1 == "gw.lan0" { print $2 }' "netns-lab/topologies/$top.nics")
nic=$(grep -lx "$mac" /sys/class/net/*/address | head -n 1) || true
if [[ -n $nic ]]; then
	nic=$(basename "$(dirname "$nic")")
	ip link set "$nic" address 02:fb:00:00:ff:ff
	check "a missing NIC is named" says "no NIC $mac for gw's lan0" 1 \
		"$lab" up "$top" --nic virtio
	ip link set "$nic" address "$mac"
else
	check "a missing NIC is named" says "no NIC" 1 "$lab" up "$top" --nic virtio
fi
ktap_end
