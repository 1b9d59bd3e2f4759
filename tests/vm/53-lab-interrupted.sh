#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A lab that is interrupted while it comes up leaves nothing behind, and comes up and goes down after that.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=tests/vm/lab.sh
. tests/vm/lab.sh

ktap_plan 12

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

# in_parsing: a lab of one namespace, which gets the signal where bash begins to parse a command substitution
in_parsing() {
	local copy status=0

	copy=$(mktemp -d)
	cp -r netns-lab "$copy"
	# shellcheck disable=SC2016 # expanded by the lab
	printf '%s\n' 'topology_needs() { :; }' 'topology_whole() { return 1; }' \
		'topology_build() { local x; ip netns add "$(lab_ns a)"; x=$(kill -s TERM $$)$(:); }' >"$copy/netns-lab/topologies/cut.sh"
	"$copy/netns-lab/lab" up cut || status=$?
	rm -rf "$copy"
	same "$status" 143
}

on_exit "$lab" down "$top"
"$lab" down "$top"
before=$(traces)

state=/run/flowbench/lab
check "TERM while namespaces are made" same "$(cut TERM /run/netns/fb-lab-gw)" 143
check "nothing is left of the lab" clean
check "TERM while the daemons start" same "$(cut TERM $state/gw2/pid)" 143
check "nothing is left of the lab" clean
check "TERM while bash parses" in_parsing
check "TERM while the tunnel is negotiated" same "$(cut TERM $state/gw/run/swanctl.log)" 143
check "nothing is left of the lab" clean
check "KILL while the daemons start" same "$(cut KILL $state/gw/pid)" 137
check "up after an up that was killed" "$lab" up "$top"
"$lab" down "$top"
check "KILL while the tunnel is negotiated" same "$(cut KILL $state/gw/run/swanctl.log)" 137
check "down after an up that was killed" "$lab" down "$top"
check "nothing is left of the lab" clean
ktap_end
