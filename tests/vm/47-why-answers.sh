#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# `flowbench why` answers for packets of a namespace, for one connection, while a command runs, and without the module. It
# leaves nothing behind, however it ends. The reasons themselves are claimed by userspace/data/checks.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh

ktap_plan 26
log_mark 47-why-answers
id=wha
lab='netns-lab/lab'
program=${FLOWBENCH:-userspace/flowbench}
dir=$(mktemp -d)
on_exit rm -rf "$dir"
on_exit module_unload
module_load
on_exit "$lab" down router --id $id
"$lab" up router --id $id
coproc traffic { exec "$program" traffic --id $id; }
# shellcheck disable=SC2154 # bash sets it
on_exit kill "$traffic_PID"

nsenter --net=/run/netns/fb-$id-gw nft -f - <<-'NFT'
	table inet fb {
		flowtable ft {
			hook ingress priority 0
			devices = { in0, out0 }
		}
		chain forward {
			type filter hook forward priority 0; policy accept
			udp dport 5001 accept
			udp sport 5001 accept
			ct state established meta l4proto { tcp, udp } flow add @ft
		}
	}
NFT

# t WORD…: sends one command to `flowbench traffic`
t() {
	local reply

	printf '%s\n' "$*" >&"${traffic[1]}"
	IFS= read -r -t 300 reply <&"${traffic[0]}" || { echo "no reply to $*"; return 1; }
	[[ $reply == ok* ]] || { echo "$*: $reply"; return 1; }
}

# answers FILE WORD…: runs `flowbench why` in the gateway's namespace with these words
answers() {
	"$program" why --netns "fb-$id-gw" "${@:2}" >"$dir/$1" 2>"$dir/err"
}

# asked: opens the standing question, whose answers are lines. answered: closes an interval; its answer is in A.
asked() {
	mkfifo "$dir/in" "$dir/out"
	"$program" why --netns "fb-$id-gw" --ask <"$dir/in" >"$dir/out" 2>"$dir/err" &
	asking=$!
	exec {in}>"$dir/in" {out}<"$dir/out"
}

line() {
	printf '%s\n' "$1" >&"$in"
	IFS= read -r -t 60 A <&"$out" || { cat "$dir/err"; return 1; }
}

# gives REGEX…: the answer must match each
gives() {
	local regex

	for regex; do
		[[ $A =~ $regex ]] || { printf 'nothing like %s in\n%s\n' "$regex" "$A"; return 1; }
	done
}

# A superpacket that the client segments comes as a batch: all its packets pass ingress before one of them goes on.
a_batch() {
	nsenter --net="/run/netns/fb-$id-gw" ethtool -K in0 gro on &&
		nsenter --net="/run/netns/fb-$id-client" ethtool -K eth0 tx-udp-segmentation off tso off || return 1
	line begin
	t send b c2s 16 size=100 gso=16 && line answer &&
		gives '"reason": "rule", "packets": 16,' '"reasons": \[\{[^{}]*\}\]'
}

nothing_left() {
	local left

	left=$(find "$FB_TRACING/instances" -mindepth 1 -maxdepth 1 -name 'flowbench-why-*')
	[[ -z $left ]] || { echo "$left"; return 1; }
	{ : <>"$FB_DEBUG/why"; } 2>&1
}

a_second_one() {
	answers second --for 1 && { echo "it runs"; return 1; }
	grep -q "why: another 'flowbench why' is running" "$dir/err"
}

while_a_command_runs() {
	local began=$SECONDS

	answers command --for 100 -- true && ((SECONDS - began < 60)) && grep -q '^connections: ' "$dir/command"
}

# What stands behind -- is the command, whatever stands before it.
question_and_command() {
	answers both --for 100 udp 10.0.1.2:4000 -- touch "$dir/ran" && [[ -e $dir/ran ]] &&
		grep -qE '^udp 10\.0\.1\.2:4000 > ' "$dir/both" && ! grep -q 5001 "$dir/both"
}

# Without --for it is watched until it ends, however long the usual interval is.
until_it_ends() {
	answers until -- sleep 7 && grep -qE ' in (6\.[5-9]|[7-9]|[0-9]{2,})[0-9.]* s' "$dir/until" && return
	cat "$dir/until" "$dir/err"
	return 1
}

command_not_run() {
	answers none -- /no/such/command && { echo "status 0"; return 1; }
	grep -q '/no/such/command was not run: the answer is about other packets' "$dir/err"
}

one_connection() {
	answers one --for 0.2 udp 10.0.1.2:4000 &&
		grep -qE '^udp 10\.0\.1\.2:4000 > 10\.0\.2\.2:5000: .*OFFLOAD' "$dir/one" && ! grep -q 5001 "$dir/one" &&
		grep -qx '  from 10\.0\.1\.2: in by in0 (in a flowtable), out by out0, MTU 1500' "$dir/one" &&
		grep -qx '  from 10\.0\.2\.2: in by out0 (in a flowtable), out by in0, MTU 1500' "$dir/one"
}

# The policy of a tunnel that has no keys yet. Nothing is sent meanwhile.
its_policy() {
	local gw=fb-$id-gw policy='src 10.0.1.0/24 dst 10.0.2.0/24 dir out'

	# shellcheck disable=SC2086 # words
	ip -n $gw xfrm policy add $policy tmpl src 10.0.2.1 dst 10.0.2.9 proto esp mode tunnel || return 1
	answers one --for 0.2 --json udp 10.0.1.2:4000 || return 1
	# shellcheck disable=SC2086 # words
	ip -n $gw xfrm policy delete $policy || return 1
	grep -q '"ipsec": "into an IPsec tunnel, by the policy 10.0.1.0/24 to 10.0.2.0/24, index ' "$dir/one" &&
		grep -c '"tuple": ' "$dir/one" | grep -qx 1
}

# Each answer is whole, or the cause is said.
ruleset_changes() {
	local i status whole=0 gw=fb-$id-gw changes=$dir/changes

	: >"$changes"
	while [[ -e $changes ]]; do
		nsenter --net="/run/netns/$gw" nft add chain inet fb spare '; delete chain inet fb spare'
	done &
	for i in 1 2 3 4; do
		status=0
		answers "changes$i" --for 0.1 || status=$?
		if ((status == 0)) && grep -q '^connections: ' "$dir/changes$i"; then
			whole=$((whole + 1))
		elif ! grep -q 'the ruleset changed each time while it was read; ' "$dir/err"; then
			echo "status $status" && cat "$dir/err"
			break
		fi
	done
	rm -f "$changes"
	wait $!
	echo "$whole of 4 answers were whole"
	((i == 4)) && ((status == 0 || whole < 4))
}

# The namespace stays until it is not watched any more.
namespace_goes() {
	local pid status=0

	ip netns add fbgone || return 1
	"$program" why --netns fbgone --for 2 >"$dir/gone" 2>"$dir/err" &
	pid=$!
	wait_until 60 grep -qs 1 "$FB_TRACING/instances/flowbench-why-$pid/events/flowbench/why_gone/enable" || return 1
	ip netns del fbgone
	wait "$pid" || status=$?
	((status == 0)) && grep -q 'no packet was forwarded' "$dir/gone" && return
	echo "status $status" && cat "$dir/gone" "$dir/err"
	return 1
}

# is_watched PID: the process has read an event of a packet
is_watched() {
	t send b c2s 1 size=100
	grep -qs '^read events: [1-9]' "$FB_TRACING/instances/flowbench-why-$1"/per_cpu/cpu*/stats
}

# What the buffer cannot hold is estimated: the program stands still while more packets are looked at than it holds.
events_lost() {
	local pid status=0

	"$program" why --netns "fb-$id-gw" --for 4 --rate 100000 >"$dir/lost" 2>"$dir/err" &
	pid=$!
	wait_until 60 is_watched "$pid" || return 1
	kill -STOP "$pid"
	t send b c2s 20000 size=100
	kill -CONT "$pid"
	wait "$pid" || status=$?
	cat "$dir/lost"
	((status == 0)) && grep -qE '^~ estimated: 1 of [0-9.]+ packets was looked at$' "$dir/lost" &&
		grep -qE '^~ +[0-9.]+ +1 +(accepted by rule 1 of inet fb forward|unknown: .* reports of rules got lost)' "$dir/lost" &&
		! grep -q 'did not come to the end' "$dir/lost" &&
		awk '$1 == "~" && $2 ~ /^[0-9]/ { n += $2 } /^connections/ { for (i = 1; i <= NF; i++) if ($i == "in") s = $(i + 1) } END { exit !(n * s > 19000 && n * s < 21000) }' "$dir/lost"
}

# ended SIGNAL STATUS: it gets the signal while it watches
ended() {
	local pid status=0

	"$program" why --netns "fb-$id-gw" --watch 100 >"$dir/ended" 2>&1 &
	pid=$!
	wait_until 60 grep -qs 1 "$FB_TRACING/instances/flowbench-why-$pid/events/flowbench/why_gone/enable" || return 1
	kill "-$1" "$pid"
	wait "$pid" || status=$?
	((status == $2)) || { echo "status $status"; cat "$dir/ended"; return 1; }
}

# Nobody can clean up behind SIGKILL but the next one.
after_kill() {
	ended KILL 137 && answers next --for 0.1 && nothing_left
}

no_namespace() {
	"$program" why --netns none 2>"$dir/err" && return 1
	grep -q "why: network namespace none: No such file or directory ('ip netns' shows them)" "$dir/err"
}

# A run sends its traffic once more, and leaves why.json. Whether its phases are proved is not asked here.
run_asks() {
	"$program" run -q --nic veth --why --out "$dir/run" esp-gateway >"$dir/said" 2>&1 || (($? == 1)) || return 1
	run_answers && nothing_left && return
	cat "$dir/said" "$dir/run/why.json"
	return 1
}

run_answers() {
	grep -qE '^connections: [0-9]+ tracked, [0-9]+ offloaded; of [0-9]+ packets forwarded in ' "$dir/said" &&
		grep -q '"schema": "flowbench.why/1"' "$dir/run/why.json" &&
		grep -q '"scenario": "esp-gateway"' "$dir/run/why.json" &&
		grep -qE '"fast": [1-9]' "$dir/run/why.json" && grep -q '"reason": "new"' "$dir/run/why.json" &&
		grep -q '"reason": "from-esp"' "$dir/run/why.json"
}

# What --json prints is taken by report and export.
read_again() {
	answers why.json --json --for 0.2 && "$program" export --format json "$dir/why.json" >"$dir/again" &&
		cmp "$dir/why.json" "$dir/again" && grep -q "\"kernel\": \"$(uname -r)\"" "$dir/again"
}

without_module() {
	module_unload && answers state || return 1
	cat "$dir/err" "$dir/state"
	grep -q 'module flowbench is not loaded: the answer is from the state alone' "$dir/err" &&
		grep -qE '^connections: [0-9]+ tracked, [0-9]+ offloaded; without the module flowbench, packets are not known$' "$dir/state"
}

# Whatever a command sends, nobody would see it.
command_without_module() {
	answers none -- touch "$dir/not" && { echo "status 0"; return 1; }
	grep -q 'COMMAND is not run: packets cannot be watched: ' "$dir/err" && [[ ! -e $dir/not ]]
}

# Connections are tracked, and there is no flowtable.
ruleset_goes() {
	nsenter --net="/run/netns/fb-$id-gw" nft -f - <<-'NFT' || return 1
		flush ruleset
		table inet fb {
			chain forward {
				type filter hook forward priority 0; policy accept
				ct state established accept
			}
		}
	NFT
	t send b c2s 1 size=100 && answers none || return 1
	grep -q 'no flowtable in this network namespace' "$dir/none" || { cat "$dir/err" "$dir/none"; return 1; }
}

t udp a client server 10.0.2.2 5000 sport=4000
t udp b client server 10.0.2.2 5001 sport=4001
for way in c2s s2c c2s; do
	t send a $way 1 size=100
	t send b $way 1 size=100
done
asked
check "an interval begins" line begin
line begin
t send a c2s 50 size=100
t send b c2s 7 size=100
check "it is answered" line answer
line answer
check "the packets that a rule took in front of flow add are counted, with the rule" \
	gives '"fast": 50' '"reason": "rule", "packets": 7' 'rule 1 of inet fb forward' '"connections": 1'
check "there is no other reason" gives '"reasons": \[\{[^{}]*\}\]'
check "so are those that come in a batch" a_batch
check "a second one is refused" a_second_one
exec {in}>&- {out}<&-
wait "$asking"
check "nothing is left behind" nothing_left
check "it ends with the command" while_a_command_runs
check "a question and a command" question_and_command
check "without --for, it lasts as long as the command" until_it_ends
check "a command that cannot be run is a failure" command_not_run
check "one connection" one_connection
check "the IPsec policy that it meets" its_policy
check "the ruleset changes while it is read" ruleset_changes
check "the namespace goes while it is watched" namespace_goes
check "events that got lost" events_lost
check "SIGINT ends it" ended INT 0
check "and leaves nothing" nothing_left
check "what SIGKILL leaves is removed by the next one" after_kill
check "JSON is read again, with the kernel's name" read_again
check "a run asks at its end, and leaves why.json" run_asks
check "a namespace that does not exist" no_namespace
check "without the module the state answers" without_module
check "and no command is run" command_without_module
check "a namespace without a ruleset" ruleset_goes
check "kernel log is clean" log_clean
ktap_end
