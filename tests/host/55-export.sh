# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# flowbench export leaves the file that was asked for, complete, or nothing. Its messages and exit statuses. The content
# of the forms is tested in tests/unit/export/.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
make -s userspace || exit 1
run=tests/fixtures/run
trace=$run/record.trace

# export_ STATUS ARGUMENT…: flowbench export ends with STATUS; its output is in $dir/out, its messages are in $dir/said
export_() {
	local want=$1 status=0
	shift

	userspace/flowbench export "$@" >"$dir/out" 2>"$dir/said" || status=$?
	((status == want)) && return
	printf 'status %d, not %d\n' "$status" "$want"
	cat "$dir/said"
	return 1
}

# says_line PATTERN: the last one printed one line, which matches PATTERN
says_line() {
	says "$1" && (($(wc -l <"$dir/said") == 1)) && return
	cat "$dir/said"
	return 1
}

# refuses STATUS PATTERN ARGUMENT…: it ends with STATUS and one message like PATTERN: it ends with STATUS and one message like PATTERN
refuses() {
	export_ "$1" "${@:3}" && says_line "$2"
}

# leaves NAME…: the folder for output has these files, and no other
leaves() {
	local there

	there=$(ls -A "$dir/to")
	[[ $there == "$*" ]] && return
	printf 'there is: %s\n' "$there"
	return 1
}

every_format() {
	local format

	for format in chrome folded svg csv json ftrace kcidb; do
		export_ 0 --format "$format" -o "$dir/to/$format" "$run" || return
		export_ 0 --format "$format" "$run" || return
		cmp "$dir/out" "$dir/to/$format" || return
	done
	leaves "$(printf '%s\n' chrome csv folded ftrace json kcidb svg)"
}

from_a_pipe() {
	local format

	for format in folded csv ftrace; do
		export_ 0 --format "$format" "$trace" || return
		mv "$dir/out" "$dir/wanted"
		userspace/flowbench export --format "$format" - <"$trace" 2>/dev/null |
			cmp - "$dir/wanted" || return
	done
}

# All calls that have ended in the text are written, and the note says what was left out.
cut_is_said() {
	export_ 0 --format csv -o "$dir/to/cut" "$dir/cut" &&
		grep -q 'the last line is cut off, and was left out' "$dir/said" &&
		(($(wc -l <"$dir/to/cut") > 1)) && sed '$d' "$dir/cut" >"$dir/whole" &&
		export_ 0 --format csv -o "$dir/to/whole" "$dir/whole" && cmp "$dir/to/cut" "$dir/to/whole"
}

parses_again() {
	export_ 0 --format ftrace -o "$dir/to/again" "$run" &&
		userspace/flowbench parse "$dir/to/again" >"$dir/out" &&
		grep -qE '^  p5a .* 248\.164 us traced ' "$dir/out" &&
		grep -qE '^  p5b .* 114\.071 us traced ' "$dir/out"
}

old_one_stays() {
	echo old >"$dir/to/old" &&
		export_ 1 --format csv -o "$dir/to/old" "$dir/broken" &&
		[[ $(<"$dir/to/old") == old ]] && leaves old
}

mode_is_that_of_a_file() {
	(umask 027 && export_ 0 --format csv -o "$dir/to/new" "$trace") &&
		[[ $(stat -c %a "$dir/to/new") == 640 ]]
}

# stopped: a signal ends it while it waits for more input
stopped() {
	local pid i

	mkfifo "$dir/fifo"
	userspace/flowbench export --format csv -o "$dir/to/stopped" "$dir/fifo" 2>/dev/null &
	pid=$!
	exec 7>"$dir/fifo"
	cat "$trace" >&7
	for ((i = 0; i < 100; i++)); do
		[[ ! $(ls -A "$dir/to") ]] || break
		sleep 0.1
	done
	[[ $(ls -A "$dir/to") == stopped.?????? ]] || return
	kill -TERM "$pid"
	wait "$pid"
	[[ $? -eq 143 ]] || return
	exec 7>&-
	leaves ""
}

full() {
	local status=0

	userspace/flowbench export --format "$1" "$run" >/dev/full 2>"$dir/said" || status=$?
	((status == 1)) && says_line '^flowbench: export: standard output: No space left on device$'
}

# The reasons of a live run are written as `flowbench why --json` wrote them, from their file and from a folder without
# calls.
reasons() {
	export_ 0 --format json "$dir/why.json" && cmp "$dir/out" "$dir/why.json" || return
	mkdir -p "$dir/reasons" && cp "$dir/why.json" "$dir/reasons" &&
		export_ 0 --format json -o "$dir/to/why" "$dir/reasons" && cmp "$dir/to/why" "$dir/why.json"
}

# damaged PATTERN COMMAND…: the reasons, changed by COMMAND, are refused in one line like PATTERN, which names the file
damaged() {
	"${@:2}" <"$dir/why.json" >"$dir/damaged.json" || true
	refuses 2 "^flowbench: export: $dir/damaged.json: $1" --format json "$dir/damaged.json"
}

larger() {
	cp "$dir/why.json" "$dir/huge.json" && truncate -s 300M "$dir/huge.json" &&
		refuses 1 'huge.json: File too large$' --format json "$dir/huge.json"
}

clean() {
	rm -rf "$dir/to"
	mkdir "$dir/to"
}

head -c 5000 "$trace" >"$dir/cut"
{ cat "$dir/cut" && echo && cat "$trace"; } >"$dir/broken"
xz -dc tests/fixtures/report/why.json.xz >"$dir/why.json"
ktap_plan 27
clean
check "every form is the same in a file and on standard output" every_format
clean
check "a pipe as input" from_a_pipe
check "the form ftrace can be read by flowbench parse" parses_again
clean
check "a file has the mode that the umask gives it" mode_is_that_of_a_file
clean
check "a text that ends in the middle of a line is read without that line" cut_is_said
clean
check "a broken line is refused, and named" refuses 1 "broken: line [0-9]+: not function_graph" \
	--format csv -o "$dir/to/x" "$dir/broken"
check "a failure leaves no file" leaves ""
check "a failure leaves the earlier file as it was" old_one_stays
clean
check "a signal leaves no file" stopped
check "a full disk, by csv" full csv
check "a full disk, by svg" full svg
check "a full disk, by name" refuses 1 '^flowbench: export: /dev/full: No space left on device$' \
	--format json -o /dev/full "$run"
check "a folder that does not exist" refuses 1 'nonesuch/x: No such file' \
	--format csv -o "$dir/nonesuch/x" "$trace"
check "an input that does not exist" refuses 1 'nonesuch: No such file' --format csv "$dir/nonesuch"
check "a phase that does not exist" refuses 1 "run: no phase 'p9' in it" --format csv --phase p9 "$run"
check "no format" refuses 2 'export: --format FORMAT is missing' "$run"
check "an unknown format" refuses 2 "export: --format: 'pdf': expected one of" --format pdf "$run"
check "no input" refuses 2 'export: INPUT is missing' --format csv
check "a phase for a form of results" refuses 2 'are for calls, not for kcidb' --format kcidb --phase p1 "$run"
check "reasons are written as they are" reasons
check "reasons that are cut short" damaged 'line [0-9]+: ' head -c 900
check "reasons of another version" damaged 'schema: expected "flowbench.why/1", found "flowbench.why/9"$' sed 's|why/1|why/9|'
check "reasons whose sum is wrong" damaged 'packets.sampled: 53 packets .* 52$' sed '0,/"sampled": 41/s//"sampled": 40/'
check "a document without an end" larger
check "reasons as a flame graph" refuses 1 'why.json: reasons, not a trace' \
	--format svg "$dir/why.json"
check "a phase of reasons" refuses 1 'why.json: reasons have no calls' --format json --phase p1 "$dir/why.json"
check "calls that are shorter than their callees are reported" \
	eval 'export_ 0 --format csv tests/fixtures/late-interrupt.txt && says_line "shorter than what stands in them: 1, by 62512 ns"'
ktap_end
