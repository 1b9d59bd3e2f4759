#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A user's tracer stays as it was. A filter that a user left behind is refused by the name of its file. Buffer, clock,
# options and tracing_on get the user's values back: after a recording, after a signal, and after SIGKILL.
#
# To switch function_graph on and off costs an emulated processor some ten seconds. So only a debug kernel ends a
# recording by each signal; elsewhere SIGINT ends one, and the others are seen to be caught while it records.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh

plan=36
! watches_itself || plan=$((plan + 2))
ktap_plan "$plan"
log_mark 73-users-tracer
scratch
on_exit module_unload
module_load
net_up

lists=(set_event set_ftrace_filter set_ftrace_notrace set_ftrace_pid set_ftrace_notrace_pid
	set_graph_function set_graph_notrace set_event_pid set_event_notrace_pid)
numbers=(max_graph_depth tracing_thresh)
mask=$(<"$FB_TRACING/tracing_cpumask")

# put FILE VALUE: writes a value to a file of tracefs, if the kernel has the file
put() {
	[[ ! -e $FB_TRACING/$1 ]] || write "$FB_TRACING/$1" "$2"
}

# try FILE VALUE: likewise; a kernel may have nothing to remove
try() {
	put "$@" 2>/dev/null || true
}

# reset: no filter, no tracer, an empty buffer
reset() {
	local file

	try current_tracer nop
	try set_ftrace_filter '!ip_forward:traceoff'
	try set_ftrace_filter '!ip_forward:traceoff:0'
	for file in "${lists[@]}"; do try "$file" ''; done
	for file in "${numbers[@]}"; do try "$file" 0; done
	try tracing_cpumask "$mask"
	try kprobe_events ''
	try trace ''
	try tracing_on 1
}

# usual: the options of a kernel that has just booted
usual() {
	local line

	while read -r line; do put "${line%=*}" "${line#*=}"; done <"$dir/options"
	put trace_clock local
	put buffer_size_kb 1408
}

on_exit usual
on_exit reset
(cd "$FB_TRACING" && grep . options/* | tr : =) >"$dir/options"

# users: what a user may have set up, and no recording needs
users() {
	local line

	usual
	put buffer_size_kb 2000
	put trace_clock global
	for line in overwrite=0 funcgraph-proc=1 funcgraph-abstime=1 funcgraph-tail=1 funcgraph-irqs=0 funcgraph-cpu=0 \
		funcgraph-overhead=0 funcgraph-duration=0 latency-format=1 context-info=0 sleep-time=0 stacktrace=1; do
		put "options/${line%=*}" "${line#*=}"
	done
	put tracing_on 0
}

# state: prints all that a recording may change
state() {
	(
		cd "$FB_TRACING"
		for file in current_tracer tracing_on buffer_size_kb trace_clock "${lists[@]}" "${numbers[@]}" tracing_cpumask \
			kprobe_events events/flowbench/packet/enable options/*; do
			[[ ! -e $file ]] || printf '%s: %s\n' "$file" "$(<"$file")"
		done
		grep '^entries:' per_cpu/cpu*/stats
	)
}

as_found() {
	diff <(state) "$dir/state"
}

# traced COMMAND…: records what net_rx_action calls meanwhile
traced() {
	userspace/flowbench trace -q --root net_rx_action -o "$dir/all" -- "$@"
}

ping_once() {
	ip netns exec fb-t-c ping -q -c 1 -W 5 10.9.2.2
}
export -f ping_once

# refuses FILE VALUE [COMMAND…]: with VALUE in FILE, the command must end with status 1 and name the file. It must
# leave the file alone. The shell command in the message must clear the file.
refuses() {
	local file=$1 value=$2 before held remedy
	shift 2

	[[ -e $FB_TRACING/$file ]] || return 0
	reset
	before=$(<"$FB_TRACING/$file")
	printf '%s\n' "$value" >>"$FB_TRACING/$file"
	held=$(<"$FB_TRACING/$file")
	[[ $held != "$before" ]] || { echo "$file cannot be set"; return 1; }
	(($#)) || set -- traced true
	ends 1 "$@" && says "^flowbench: [a-z]*: $file holds '.*: echo .*/$file\$" || return 1
	[[ $(<"$FB_TRACING/$file") == "$held" ]] || { echo "$file was changed"; return 1; }
	remedy=$(sed -n "s|.*: $file holds .*if it may go: ||p" "$dir/said")
	bash -c "$remedy"
	[[ $(<"$FB_TRACING/$file") == "$before" ]] || { echo "not cleared by: $remedy"; return 1; }
}

# cheap_tracer: a tracer that changes no function, if the kernel has one
cheap_tracer() {
	tr ' ' '\n' <"$FB_TRACING/available_tracers" | grep -vxE 'function_graph|function|nop|' | head -n 1 | grep . || echo function
}

refuses_entries() {
	reset
	echo 'a mark' >"$FB_TRACING/trace_marker"
	ends 1 traced true && says ': trace holds 1 entries' || return 1
	grep -q 'a mark' "$FB_TRACING/trace" || { echo "the mark is gone"; return 1; }
}

names_both() {
	reset
	put set_graph_notrace ip_rcv
	put max_graph_depth 2
	ends 1 traced true && says ': set_graph_notrace holds' && says ': max_graph_depth holds'
}

refuses_trigger() {
	local event=events/sched/sched_process_exec status=0

	reset
	echo traceoff >"$FB_TRACING/$event/trigger"
	{ ends 1 traced true && says ": set_event holds 'sched:sched_process_exec', .*/$event/trigger"; } || status=1
	echo '!traceoff' >>"$FB_TRACING/$event/trigger"
	return "$status"
}

stops_and_pings() {
	echo 0 >"$FB_TRACING/tracing_on" && ping_once
}
export -f stops_and_pings

stopped_is_seen() {
	reset
	ends 1 traced bash -c stops_and_pings && says ': somebody stopped the tracer'
}

leaves_all() {
	reset
	users
	state >"$dir/state"
	ends 0 traced bash -c ping_once && as_found
}

# Each line of the text begins with its CPU, and has its duration, although the user has switched both off.
has_our_layout() {
	local bad

	bad=$(grep -vE '^(#| *[0-9]+\) .*\||  ?-+$| [0-9]+\) +[^ ]+ +=> |$)' "$dir/all" | head -n 3)
	[[ -z $bad ]] || { echo "$bad"; return 1; }
	grep -qE '^ 0\) +[0-9.]+ us +\| .*ip_rcv' "$dir/all"
}

records() {
	[[ $(<"$FB_TRACING/current_tracer") == function_graph && $(<"$FB_TRACING/tracing_on") == 1 ]]
}

# records_command PID: likewise, and the command of the program with this id runs
records_command() {
	records && pgrep -x -s "$1" sleep
}

leaves_no_process() {
	! pgrep -x flowbench
}

# caught PID NUMBER: the process handles this signal
caught() {
	local mask

	mask=$(sed -n 's/^SigCgt:[^0-9a-f]*//p' "/proc/$1/status")
	(((16#$mask >> ($2 - 1)) & 1)) || { echo "signal $2 is not caught: $mask"; return 1; }
}

# leaves_all_after SIGNAL [NUMBER…]: the signal goes to the program and to its command, as ^C does. The program catches
# the signals of these numbers as well.
leaves_all_after() {
	local pid number status=0

	reset
	users
	state >"$dir/state"
	setsid userspace/flowbench trace -q --root net_rx_action -o "$dir/all" -- sleep 600 &
	pid=$!
	wait_until 60 records || { kill -KILL -- "-$pid"; return 1; }
	for number in "${@:2}"; do caught "$pid" "$number" || status=1; done
	kill "-$1" -- "-$pid"
	wait "$pid" || true
	wait_until 20 as_found || as_found || return 1
	wait_until 60 leaves_no_process && return "$status"
}

# The program dies, and its command goes on.
leaves_all_without_program() {
	local pid

	reset
	users
	state >"$dir/state"
	setsid userspace/flowbench trace -q --root net_rx_action -o "$dir/all" -- sleep 600 &
	pid=$!
	wait_until 60 records_command "$pid" && kill -KILL "$pid"
	wait_until 20 as_found || as_found || return 1
	pkill -KILL -s "$pid" sleep
}

# The guard dies: the program gives all back.
leaves_all_without_guard() {
	local pid guard

	reset
	users
	state >"$dir/state"
	setsid userspace/flowbench trace -q --root net_rx_action -o "$dir/all" -- sleep 600 &
	pid=$!
	wait_until 60 records
	guard=$(pgrep -x -P "$pid" flowbench) || { kill -KILL -- "-$pid"; return 1; }
	kill -KILL "$guard"
	kill -INT -- "-$pid"
	wait "$pid" || true
	as_found
}

# --- calibrate ------------------------------------------------------------------------------------

calibrated() {
	userspace/flowbench calibrate -q
}

calibrate_leaves_all() {
	reset
	users
	put tracing_on 1
	state >"$dir/state"
	ends 0 calibrated && says '^ +[0-9]+  function_graph, one function' && as_found
}

filters() {
	grep -qx ip_forward "$FB_TRACING/set_ftrace_filter"
}

# The lab of a program that was killed stays.
calibrate_leaves_all_after() {
	local pid status=0

	reset
	users
	put tracing_on 1
	state >"$dir/state"
	setsid userspace/flowbench calibrate -q >/dev/null 2>&1 &
	pid=$!
	wait_until 100 filters || status=1
	kill "-$1" "$pid"
	wait "$pid" || true
	wait_until 20 as_found || as_found || status=1
	netns-lab/lab down bench --id "$pid" >/dev/null 2>&1 || true
	return "$status"
}

reset
for file in set_ftrace_filter set_ftrace_notrace set_graph_function set_graph_notrace; do
	check "$file of a user is refused" refuses "$file" ip_rcv
done
for file in set_ftrace_pid set_ftrace_notrace_pid set_event_pid set_event_notrace_pid; do
	check "$file of a user is refused" refuses "$file" 1
done
check "a command in set_ftrace_filter is refused" refuses set_ftrace_filter ip_forward:traceoff
check "so is one with a count" refuses set_ftrace_filter ip_forward:traceoff:3
check "max_graph_depth of a user is refused" refuses max_graph_depth 3
check "tracing_thresh of a user is refused" refuses tracing_thresh 100
check "tracing_cpumask of a user is refused" refuses tracing_cpumask 0
check "events of a user are refused" refuses set_event sched:sched_switch
check "a tracer of a user is refused" refuses current_tracer "$(cheap_tracer)"
check "run refuses, too" refuses set_graph_notrace ip_rcv userspace/flowbench run -q esp-gateway
check "calibrate refuses, too" refuses set_ftrace_filter ip_rcv calibrated
check "a buffer that is not empty is refused, and stays" refuses_entries
check "all files are named at once" names_both
check "the trigger of an event is refused" refuses_trigger
check "a recording that somebody stopped is refused" stopped_is_seen
check "after a recording all is as it was" leaves_all
check "the text has our layout" has_our_layout
if watches_itself; then
	for signal in INT TERM HUP; do check "after SIG$signal all is as it was" leaves_all_after $signal; done
else
	check "after SIGINT all is as it was, and SIGHUP and SIGTERM are caught as well" leaves_all_after INT 1 15
fi
check "after SIGKILL all is as it was" leaves_all_after KILL
check "so it is while the command still runs" leaves_all_without_program
check "so it is without the guard" leaves_all_without_guard
check "after an unknown function all is as it was" ends 1 userspace/flowbench trace -q --root no_such -- true
check "it is" as_found
check "after calibrate all is as it was" calibrate_leaves_all
for signal in INT KILL; do
	check "after SIG$signal in calibrate all is as it was" calibrate_leaves_all_after $signal
done
reset
usual
state >"$dir/state"
check "the recorder still records, with what a kernel has that has just booted" ends 0 traced bash -c ping_once
check "after it all is as it was" as_found
check "no process is left" leaves_no_process
check "kernel log is clean" log_clean
ktap_end
