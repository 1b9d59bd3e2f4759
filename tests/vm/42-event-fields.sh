#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Other programs print the events of the module as the kernel does: `trace-cmd report` (libtraceevent) and `perf script`
# show each field of each event with its value.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh

ktap_plan 11
log_mark 42-event-fields
id=fields
lab='netns-lab/lab'
events=$FB_TRACING/events/flowbench
names=(mark packet why_add why_ct why_forward why_gone why_local why_packet why_teardown)
dir=$(mktemp -d)
on_exit rm -rf "$dir"
on_exit module_unload
module_load
on_exit "$lab" down router --id $id
"$lab" up router --id $id
on_exit trace-cmd reset

at() {
	local node=$1

	shift
	nsenter --net=/run/netns/fb-$id-"$node" "$@"
}

# The hosts answer nothing, so each packet is the test's.
for node in client server; do
	at $node nft 'add table inet deaf; add chain inet deaf input { type filter hook input priority 0; policy drop; }'
done
at gw nft -f - <<-'NFT'
	table inet fb {
		flowtable ft {
			hook ingress priority 0
			devices = { in0, out0 }
		}
		chain forward {
			type filter hook forward priority 0; policy accept
			ct state established meta l4proto { tcp, udp } flow add @ft
		}
	}
NFT
coproc traffic { exec userspace/flowbench traffic --id $id; }
# shellcheck disable=SC2154 # bash sets it
on_exit kill "$traffic_PID"

# t WORD…: sends one command to `flowbench traffic`
t() {
	local reply

	printf '%s\n' "$*" >&"${traffic[1]}"
	IFS= read -r -t 300 reply <&"${traffic[0]}" || { echo "no reply to $*"; return 1; }
	[[ $reply == ok* ]] || { echo "$*: $reply"; return 1; }
}

client() {
	t packet client eth0 1 dmac=02:fb:00:00:01:01 "$@"
}

server() {
	t packet server eth0 1 dmac=02:fb:00:00:02:01 "$@"
}

# Packets of each kind that has fields of its own: both families, TCP, UDP, ICMP, ESP, a tag, a fragment, no IP header.
# Before 6.1 only a FIN is seen to tear a flow down, and in newer kernels the next SYN does so.
packets() {
	local four='src=10.0.1.2 dst=10.0.2.2' six='src=fd00:1::2 dst=fd00:2::2' back='src=10.0.2.2 dst=10.0.1.2'
	local udp='proto=udp sport=4000 dport=5000 size=100' tcp='proto=tcp sport=4001 dport=5000'
	local answer='proto=tcp sport=5000 dport=4001'

	# shellcheck disable=SC2086 # words
	client $four $udp && server $back proto=udp sport=5000 dport=4000 size=100 &&
		client $six $udp exthdr=60 && client $four proto=udp sport=4010 dport=5000 size=100 vlan=100,200 &&
		client $four proto=udp sport=4000 dport=5000 size=1192 id=1000 frag=808,0 && client src=10.0.1.2 dst=10.0.1.1 $udp &&
		client $four $tcp flags=S seq=1 && server $back $answer flags=SA seq=1 ack=2 &&
		client $four $tcp flags=A seq=2 ack=2 && client $four $tcp flags=FA seq=2 ack=2 &&
		client $four $tcp flags=S seq=9 && client $four proto=esp payload=c123456700000007 csum=bad-ip &&
		client $four proto=icmp csum=bad-ip || return 1
	# A request of 10.0.1.2, who has 10.0.1.1?
	t packet client eth0 1 raw=02fb00000101020000000201080600010800060400010200000000010a0001020000000000000a000101
}

# seen NAME: the kernel's own text has this event
seen() {
	grep -qE " $1: " "$FB_TRACING/trace"
}

recorded() {
	local name status=0

	trace-cmd reset
	trace-cmd start -e flowbench || return 1
	# A reader of the file waits until the event is enabled.
	cat "$FB_DEBUG/version" >/dev/null && write "$FB_DEBUG/mark" 'each of them' && packets || return 1
	at gw nft delete table inet fb || return 1
	for name in "${names[@]}"; do
		wait_until 10 seen "$name" || { echo "no event $name" && status=1; }
	done
	trace-cmd stop
	((!status)) || { cat "$FB_TRACING/trace"; return 1; }
	cat "$FB_TRACING/trace" >"$dir/text" && trace-cmd extract -o "$dir/dat" >"$dir/said" 2>&1 &&
		trace-cmd report -i "$dir/dat" >"$dir/report" 2>"$dir/err"
}

# infos FILE: the events, without what is printed in front of them
infos() {
	sed -nE "s/^.*[0-9]: ($(IFS='|'; echo "${names[*]}")): +/\1: /p" "$1" | sed 's/ *$//'
}

# What trace-cmd says of the kernel's own events is not ours.
understood() {
	[[ -s $dir/report ]] || { echo "no report" && return 1; }
	! { cat "$dir/report" && { grep -F '[flowbench:' "$dir/err" || true; }; } | grep -iE 'failed|not defined|error|ARG |INVALID|not found'
}

the_same() {
	infos "$dir/text" >"$dir/of-text" && infos "$dir/report" >"$dir/of-report" &&
		(($(wc -l <"$dir/of-text") > 20)) && diff "$dir/of-text" "$dir/of-report"
}

# Each field of an event is printed, and by functions only that every reader of formats has.
formats() {
	local name field status=0

	for name in "${names[@]}"; do
		while read -r field; do
			grep -qE "^print fmt: .*(REC->$field\b|__get_str\($field\))" "$events/$name/format" ||
				{ echo "$name: '$field' is not printed" && status=1; }
		done < <(sed -nE 's/^\tfield:[^;]* \*?([a-z_]+)(\[[^;]*\])?;.*/\1/p' "$events/$name/format" | grep -v '^common_')
		! grep -oE '^print fmt: .*' "$events/$name/format" | sed -E 's/"[^"]*"//g' | grep -oE '[a-zA-Z_]+\(' |
			grep -vxE '(__print_symbolic|__print_flags|__get_str)\(' || { echo "$name: see above" && status=1; }
	done
	return "$status"
}

# says NAME REGEX: an event of the report has these words
says() {
	grep -qE "^$1: .*$2" "$dir/of-report" || { grep "^$1: " "$dir/of-report"; return 1; }
}

values() {
	says packet 'ethertype=0x0800 proto=tcp 10\.0\.1\.2:4001>10\.0\.2\.2:5000 flags=S seq=1 ack=0 ' &&
		says packet 'ethertype=0x86dd proto=udp \[fd00:1::2\]:4000>\[fd00:2::2\]:5000 flags=- ' &&
		says packet 'ethertype=0x0806 proto=eth ' && says packet 'proto=esp .* seq=7 .*spi=0xc1234567 ' &&
		says packet 'proto=icmp .* type=8 code=0 ' && says packet 'proto=ip 10.* fragoff=808 ipproto=17' &&
		says why_packet 'encap=vlan:100,vlan:200 ' && says why_ct 'ctinfo=reply .*proto=udp orig=10\.0\.1\.2:4000>10\.0\.2\.2:5000 ' &&
		says why_add 'verdict=ok before=0 after=1 route=0 add=0' && says why_gone 'by=[a-z_]+ .*tcp=[A-Z_]+ ' &&
		says mark 'each of them'
}

# No address of the kernel is in an event: a name stands for it.
no_address() {
	[[ -s $dir/text && -s $dir/report ]] || { echo "no text" && return 1; }
	! grep -E '(0x)?ffff[0-9a-f]{12}' "$dir/text" "$dir/report"
}

# trace-cmd ends a processor's recorder when the command has ended, also one that has not come to open its file yet.
record() {
	local begun="i=0; until [ -e '$dir/recorded.cpu0' ] || [ \$((i += 1)) -gt 100 ]; do sleep 0.1; done"

	trace-cmd record -q -e flowbench -o "$dir/recorded" sh -c "$begun; echo 'one mark' >$FB_DEBUG/mark" >"$dir/said" 2>&1 &&
		trace-cmd report -i "$dir/recorded" >"$dir/report" 2>"$dir/err" && grep -qE ' mark: +one mark' "$dir/report" && understood && return
	cat "$dir/said" "$dir/err" "$dir/report"
	return 1
}

# Not through check, which runs it in a subshell.
exec {why}<>"$FB_DEBUG/why"
check "why is on" at gw sh -c "echo 'on rate=1000' >&$why"
check "each event is recorded" recorded
at gw sh -c "echo off >&$why"
exec {why}>&-
check "each field is printed, by functions that every reader has" formats
check "trace-cmd report understands all formats" understood
check "trace-cmd report prints what the kernel prints" the_same
check "the fields have their values" values
check "no address of the kernel is printed" no_address
check "trace-cmd record writes them as well" record
if command -v perf >/dev/null; then
	check "perf script prints them" eval "perf record -q -e 'flowbench:*' -o '$dir/perf' sh -c \"echo 'one mark' >$FB_DEBUG/mark\" &&
		perf script -i '$dir/perf' | grep -qE 'flowbench:mark: +one mark'"
else
	skip "perf script prints them" "the image has no perf"
fi
kill "$traffic_PID"
"$lab" down router --id $id
check "the module unloads" module_unload
check "kernel log is clean" log_clean
ktap_end
