#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The lab comes up, carries packets, goes down, and leaves nothing behind: when up is called once,
# when it is called twice, and when it is interrupted.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

lab=netns-lab/lab
top=esp-gateway

ktap_plan 35

# Prints everything that a lab could leave behind: names in /run, mounts, NICs, daemons.
traces() {
	find /run -mindepth 1 -maxdepth 2 | sort
	sort /proc/self/mounts
	cat /sys/class/net/*/address | sort
	cat /proc/[0-9]*/comm 2>/dev/null | grep -E 'charon|swanctl' || true
}

clean() {
	diff <(printf '%s\n' "$before") <(traces)
}

same() {
	[[ $1 == "$2" ]] || {
		printf "'%s' is not '%s'\n" "$1" "$2"
		return 1
	}
}

# says TEXT STATUS COMMAND…: the command must fail with this status and one line that has TEXT
says() {
	local text=$1 want=$2 said status=0
	shift 2

	said=$("$@" 2>&1 >/dev/null) || status=$?
	printf 'status %d: %s\n' "$status" "$said"
	[[ $status -eq $want && $said == *"$text"* && $said != *$'\n'* ]]
}

# cut SIGNAL FILE: runs `up`, sends it the signal as soon as FILE exists, and prints its status. Looks
# every 4 ms and without starting a process, because FILE exists for a fraction of a second only.
cut() {
	local signal=$1 file=$2 pid tick status=0 end=$((SECONDS + 60))

	exec {tick}<> <(:)
	"$lab" up "$top" >/dev/null 2>&1 &
	pid=$!
	until [[ -e $file ]] || ((SECONDS > end)); do
		read -r -t 0.004 -u "$tick" || true
	done
	kill -s "$signal" "$pid"
	wait "$pid" || status=$?
	printf '%d' "$status"
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

state=/run/flowbench/lab
check "TERM while namespaces are made" same "$(cut TERM /run/netns/fb-lab-gw)" 143
check "nothing is left of the lab" clean
check "TERM while the daemons start" same "$(cut TERM $state/gw2/pid)" 143
check "nothing is left of the lab" clean
check "TERM while the tunnel is negotiated" same "$(cut TERM $state/gw/run/swanctl.log)" 143
check "nothing is left of the lab" clean
check "KILL while the daemons start" same "$(cut KILL $state/gw/pid)" 137
check "up after an up that was killed" "$lab" up "$top"
"$lab" down "$top"
check "KILL while the tunnel is negotiated" same "$(cut KILL $state/gw/run/swanctl.log)" 137
check "down after an up that was killed" "$lab" down "$top"
check "nothing is left of the lab" clean

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
