#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A trace.dat of `trace-cmd` gives the same calls as tracefs's own text of the same run, in each form that the program
# writes; so does `trace-cmd report`. What cannot be read is refused with its cause, and no process is left.
#
# Reading a file takes seconds here, nearly all of them for its 170,000 symbols. Two files have all symbols: the first
# one, and that of `trace-cmd record`. The others have only the symbols of the traced functions.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh

ktap_plan 33
log_mark 74-trace-dat
dir=$(mktemp -d)
on_exit rm -rf "$dir"
on_exit ip netns del fbt
on_exit trace-cmd reset
mkdir "$dir/text" "$dir/dat" "$dir/other"

# A ping whose packets meet functions of modules.
ip netns add fbt
ip -n fbt link set lo up
ip netns exec fbt nft -f - <<-'NFT'
	table ip fbt {
		chain input {
			type filter hook input priority 0
			ct state established accept
		}
	}
NFT
[[ -e /dev/stdin ]] || ln -s /proc/self/fd/0 /dev/stdin
graph=(-p function_graph -g ip_output -g net_rx_action -e net:netif_receive_skb)
# The file always has the values that functions returned, if the kernel records them.
[[ ! -e $FB_TRACING/options/funcgraph-retval ]] || graph+=(-O funcgraph-retval)

ping_once() {
	ip netns exec fbt ping -q -c 1 127.0.0.1
}

# few_symbols: hides all symbols but those of the functions in tracefs's text, and the last one: trace-cmd finds no
# function above the last symbol but one
few_symbols() {
	sed -nE 's/.*\| +([A-Za-z_][^ (]*).*\(\).*/\1/p; s/.*\| +\} \/\* ([^ ]+) .*/\1/p' "$dir/text/ping" | sort -u >"$dir/functions"
	awk 'NR == FNR { traced[$1]; next } $3 in traced; $1 > most { most = $1; last = $0 } END { print last }' \
		"$dir/functions" /proc/kallsyms >"$dir/kallsyms"
	[[ -s $dir/kallsyms ]] && mount --bind "$dir/kallsyms" /proc/kallsyms && on_exit umount /proc/kallsyms
}

# traced CLOCK NO DEPTH: writes tracefs's text of a ping whose calls are at most that deep; 0: without a limit
traced() {
	trace-cmd reset
	trace-cmd start "${graph[@]}" --max-graph-depth "$3" -C "$1" -O "$2"funcgraph-abstime -O funcgraph-proc \
		-O funcgraph-tail && ping_once && trace-cmd stop && cat "$FB_TRACING/trace" >"$dir/text/ping"
}

# record_both CLOCK NO [COMMAND]: reading the text takes nothing out of the buffer; extract does. COMMAND runs between
# both. NO is "no" for text without times. Of a call of 10,000 us or more, tracefs does not print each nanosecond, which
# the file has. Where a kernel is so slow that there are such calls, fewer are traced, which makes them shorter.
record_both() {
	local depth

	for depth in 0 16 12 10 8; do
		traced "$1" "$2" "$depth" || return
		grep -qE ' [0-9]{5,}\.[0-9]* us' "$dir/text/ping" || break
	done
	${3:-true} && trace-cmd extract -o "$dir/dat/ping" && grep -q '\[nf_conntrack\]' "$dir/text/ping"
}

# The text of tracefs has a head, and lines where tasks switch, so that its lines have other numbers. It has the first 7
# characters of a task's name, and hashes instead of pointers.
comparable() {
	sed -E -e 's/line": [0-9]+/line": N/g; s/,[0-9]+(,[a-z_]*\r?)$/,N\1/; s/skbaddr=[0-9a-fx]+/skbaddr=X/' \
		-e 's#([^ "|]{7})[^ "|]*(-[0-9]+)#\1\2#g' "$1"
}

# same FORM FILE COMMAND…: COMMAND prints the same of tracefs's text and of FILE
same() {
	local form=$1 file=$2

	shift 2
	"$@" "$dir/text/ping" >"$dir/of-text" && "$@" "$file" >"$dir/of-file" || return 1
	[[ -s $dir/of-text ]] || { echo "$form: nothing"; return 1; }
	cmp -s <(comparable "$dir/of-text") <(comparable "$dir/of-file") && return
	diff <(comparable "$dir/of-text") <(comparable "$dir/of-file") | head -n 20
	return 1
}

parsed() {
	same "$1" "$2" userspace/flowbench parse "--$1"
}

exported() {
	same "$1" "$2" userspace/flowbench export -q --format "$1"
}

all_the_same() {
	userspace/flowbench diff "$dir/text/ping" "$1" >"$dir/said" && grep -qE '^p1 +[1-9]' "$dir/said"
}

# drawn FILE: the calls that Perfetto draws, without their times, which are microseconds in one text and nanoseconds in
# the other
drawn() {
	userspace/flowbench export -q --format chrome "$1" >"$dir/said" &&
		grep -q 'as the trace says when its lines were written' "$dir/said" &&
		sed -nE 's/.*"ph": "[BX]".*"name": "([^"]*)".*/\1/p' "$dir/said" | sort
}

drawn_the_same() {
	drawn "$dir/text/ping" >"$dir/of-text" && drawn "$dir/dat/ping" >"$dir/of-file" && grep -qx ip_output "$dir/of-file" &&
		diff "$dir/of-text" "$dir/of-file"
}

# converted OPTION…: another form of the file is the same
converted() {
	rm -f "$dir/other/ping"
	trace-cmd convert "$@" -i "$dir/dat/ping" -o "$dir/other/ping" && ! cmp -s "$dir/dat/ping" "$dir/other/ping" &&
		parsed json "$dir/other/ping"
}

# Twenty pings: more than a pipe holds when it is exported. With KCSAN trace-cmd is too slow for a buffer of 1 MB.
record() {
	trace-cmd reset
	trace-cmd record -q -b 16384 "${graph[@]}" -o "$dir/other/record.dat" ip netns exec fbt ping -q -c 20 -i 0.002 127.0.0.1 &&
		trace-cmd report -i "$dir/other/record.dat" >"$dir/other/record" && (($(stat -c %s "$dir/other/record") > 300000))
}

# trace-cmd names no modules and no returned values, and other events have other texts.
normal() {
	userspace/flowbench parse --normal "$1" | sed -E '/^# source=/d; /^ *\* /d; s/ \[[^]]*\]//; s/ = [-0-9a-fx]+$//'
}

# report OPTION…: what trace-cmd prints of the file has the calls of tracefs's text, and the durations of the file
report() {
	trace-cmd report "$@" -i "$dir/dat/ping" >"$dir/other/report" && all_the_same "$dir/other/report" &&
		normal "$dir/other/report" >"$dir/of-text" && normal "$dir/dat/ping" >"$dir/of-file" &&
		grep -q '[a-z] [1-9][0-9]*$' "$dir/of-text" && diff "$dir/of-text" "$dir/of-file"
}

# Where several symbols have one address, trace-cmd report takes another one than the kernel (with KCSAN
# __lock_text_start, which is _raw_spin_lock): each gets the name that the trace.dat was read with.
one_name_each() {
	normal "$dir/other/record.dat" | grep -oE '[A-Za-z_][A-Za-z0-9_.]*' | sort -u |
		awk 'FILENAME == "-" { read[$1]; next }
			FILENAME == "/proc/kallsyms" { if ($3 in read) name[$1] = $3; else other[$3] = $1; next }
			!map++ { for (s in other) if (other[s] in name) names[s] = name[other[s]] }
			match($0, /[A-Za-z_][A-Za-z0-9_.]*\(\)/) {
				s = substr($0, RSTART, RLENGTH - 2)
				if (s in names) $0 = substr($0, 1, RSTART - 1) names[s] substr($0, RSTART + length(s))
			}
			{ print }' - /proc/kallsyms "$dir/other/record" >"$dir/other/named" && mv "$dir/other/named" "$dir/other/record"
}

recorded_the_same() {
	one_name_each || return
	userspace/flowbench diff "$dir/other/record.dat" "$dir/other/record" >"$dir/said" && grep -qE '^p1 +[1-9]' "$dir/said" &&
		normal "$dir/other/record" >"$dir/of-text" && normal "$dir/other/record.dat" >"$dir/of-file" &&
		diff "$dir/of-text" "$dir/of-file"
}

from_standard_input() {
	userspace/flowbench parse --tree - <"$dir/dat/ping" >"$dir/said" && grep -q 'ip_output' "$dir/said" &&
		cmp "$dir/said" <(userspace/flowbench parse --tree "$dir/dat/ping")
}

# refused PATTERN COMMAND…: COMMAND ends with status 1, writes nothing but the cause
refused() {
	local pattern=$1 status=0

	shift
	"$@" >"$dir/said" 2>"$dir/err" || status=$?
	((status == 1)) && [[ ! -s $dir/said ]] && grep -qE -- "$pattern" "$dir/err" && (($(wc -l <"$dir/err") == 1)) && return
	echo "status $status"
	cat "$dir/said" "$dir/err"
	return 1
}

from_a_pipe() {
	userspace/flowbench parse - < <(cat "$dir/dat/ping")
}

cut_off() {
	head -c $(($(stat -c %s "$dir/dat/ping") - 4096)) "$dir/dat/ping" >"$dir/other/cut.dat"
	refused 'cut\.dat: trace\.dat: cut off: ' userspace/flowbench parse "$dir/other/cut.dat"
}

without_calls() {
	trace-cmd reset
	trace-cmd record -q -e net:netif_receive_skb -o "$dir/other/none.dat" ip netns exec fbt ping -q -c 1 127.0.0.1 || return 1
	refused 'no function_graph record in it: record it with' userspace/flowbench export --format csv "$dir/other/none.dat"
}

# instances NAME…: a buffer of its own each, with function_graph in all
instances() {
	local name start=() extract=()

	trace-cmd reset
	for name; do
		start+=(-B "$name" -p function_graph -l 'ip_*')
		extract+=(-B "$name")
	done
	trace-cmd start "${start[@]}" && ping_once && trace-cmd stop -a &&
		trace-cmd extract "${extract[@]}" -o "$dir/other/instances.dat"
}

one_instance() {
	instances one && userspace/flowbench parse "$dir/other/instances.dat" | grep -qE ' p1 +[1-9][0-9]* calls'
}

two_instances() {
	instances one other &&
		refused "several buffers, '(one|other)' and '(one|other)': record one" userspace/flowbench parse "$dir/other/instances.dat"
}

no_process() {
	! pgrep -x flowbench
}

reader_waits() {
	(($(pgrep -cx flowbench) == 2))
}

# Nobody reads what the program writes, so that both processes wait. Only the program gets the signal.
leaves_nothing_after() {
	local pid status=0

	mkfifo "$dir/fifo"
	exec 9<>"$dir/fifo"
	userspace/flowbench export -q --format json "$dir/other/record.dat" >"$dir/fifo" &
	pid=$!
	wait_until 60 reader_waits || status=1
	kill "-$1" "$pid"
	wait "$pid" || true
	exec 9>&-
	rm "$dir/fifo"
	wait_until 20 no_process && return "$status"
}

stops_early() {
	{ userspace/flowbench export -q --format json "$dir/other/record.dat" || true; } | head -n 1 >/dev/null &&
		wait_until 20 no_process
}

check "one run is recorded as text and as trace.dat, with times" record_both local ''
check "diff sees the same calls" all_the_same "$dir/dat/ping"
check "Perfetto is told the same calls" drawn_the_same
check "trace-cmd record writes a trace.dat" record
check "its report has the same calls and durations" recorded_the_same
check "one run is recorded with a clock that counts" record_both counter no few_symbols
check "diff sees the same calls" all_the_same "$dir/dat/ping"
for form in tree normal json; do
	check "parse --$form prints the same" parsed $form "$dir/dat/ping"
done
for form in chrome folded svg csv json ftrace; do
	check "export --format $form writes the same" exported $form "$dir/dat/ping"
done
check "the report has the same calls" report
check "so it has with names at the end of calls" report -O fgraph:tailprint
check "so it has with latency flags" report -l
check "so it has with the fields of events" report -R
check "version 6 is the same" converted --file-version 6
check "so is version 7 without compression" converted --file-version 7 --compression none
check "and with zlib" converted --file-version 7 --compression zlib
check "standard input may be the file" from_standard_input
check "a pipe is refused" refused 'trace\.dat in a pipe: give its name' from_a_pipe
check "a file that is cut off is refused" cut_off
check "a file without function_graph is refused" without_calls
check "function_graph in the buffer of an instance" one_instance
check "in two of them it is refused" two_instances
check "no process is left when a reader stops early" stops_early
for signal in TERM KILL; do
	check "nor after SIG$signal" leaves_nothing_after $signal
done
check "kernel log is clean" log_clean
ktap_end
