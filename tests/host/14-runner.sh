# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# tests/run adds up the KTAP of test programs. A program that prints fewer results than planned is a failure. Its queue
# begins the longest program first.
# shellcheck disable=SC2016 # texts are expanded by the runner that they are for
#
# needs:
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset ONLY VERBOSE

# The runner is a file, as tests/run is. In `bash -c`, `wait -n` waits for the next job if one has ended just before it.
cat >"$dir/runner" <<'EOF'
set -euo pipefail
. scripts/lib.sh
. tests/run-lib.sh
. tests/queue.sh
is_cached() { false; }
measured=$FB_DIR/measured
printf '%s\n' '30 middle' '90 long' '9 short' '40 input late' >"$measured"
logs=$(mktemp -d "$FB_DIR/logs.XXXXXX")
eval "$FB_TEXT" >"$FB_DIR/said"
echo "$passed $failed $skipped ${failures[*]-}"
EOF

# runs [NAME=VALUE…] TEXT: runs TEXT in a runner of its own; prints passed, failed and skipped, and what failed
runs() {
	env "${@:1:$#-1}" FB_DIR="$dir" FB_TEXT="${!#}" bash "$dir/runner" 2>"$dir/err"
}

# adds_up SUMS [NAME=VALUE…] TEXT: TEXT in a runner gives these sums
adds_up() {
	local sums

	if ! sums=$(runs "${@:2}") || [[ $sums != "$1" ]]; then
		echo "$sums"
		cat "$dir/err"
		return 1
	fi
}

# The first program takes longest. The third one must wait until one of the first two has ended.
as_they_end() {
	adds_up '3 0 0 ' '
		nproc() { echo 2; }
		beside "one a/b.sh" sh -c "while [ ! -e \"$FB_DIR/third\" ]; do sleep 0.1; done; sleep 1; echo 1..1; echo ok 1 - one"
		beside "two a/c.sh" sh -c "echo 1..1; echo ok 1 - two"
		beside three sh -c "echo >\"$FB_DIR/third\"; echo 1..1; echo ok 1 - three"
		told_all' && [[ $(grep '^ok' "$dir/said" | tr '\n' ' ') == 'ok 1 - two ok 1 - three ok 1 - one ' ]]
}

# The results of the first two are shown before the last one has ended.
as_they_come() {
	adds_up '3 0 0 ' '
		nproc() { echo 1; }
		beside one sh -c "echo 1..1; echo ok 1"
		beside two sh -c "echo 1..1; echo ok 1"
		beside last sh -c "grep -c ^ok \"$FB_DIR/said\" >\"$FB_DIR/before\"; echo 1..1; echo ok 1"
		told_all' && [[ $(<"$dir/before") == 2 ]]
}

# A program that is killed after one second of processor time, however long that takes.
busy='sh -c "echo 1..1; echo ok 1; (ulimit -t 1; while :; do :; done) || true"'
both_times() {
	adds_up '2 0 0 ' "program a $busy; beside b $busy; told_all" &&
		[[ $(grep -cE '^# [ab]: [1-9][0-9]* s, [12] s of a processor$' "$dir/said") == 2 ]]
}

# The shell that would have written the time was killed.
no_time() {
	adds_up '1 1 0 a: planned 2 tests, saw 1 (status 1)' 'beside a sh -c "echo 1..2; echo ok 1; kill -9 \$PPID"; told_all' &&
		grep -qx '# a: nobody knows how long' "$dir/said"
}

# A program that writes its name to $dir/order.
speaker='sh -c "echo \$1 >>\"$FB_DIR/order\"; echo 1..1; echo ok 1" sh'

# order WANTED TEXT: the programs of the queue begin in this order, on one processor
order() {
	rm -f "$dir/order"
	adds_up "$(wc -w <<<"$1") 0 0 " "slots() { echo 1; }; nproc() { echo 1; }; $2; run_queue" && [[ $(tr '\n' ' ' <"$dir/order") == "$1 " ]] && return
	cat "$dir/order"
	return 1
}

# The long program waits for its input, which waits for the middle program. The others do not wait.
waits() {
	rm -f "$dir/order"
	adds_up '3 0 0 ' "slots() { echo 1; }; nproc() { echo 1; }
		input late sh -c 'while [ ! -e \"\$0\" ]; do sleep 0.1; done; echo input >>\"\$0\"' \"\$FB_DIR/order\"
		queue short '' $speaker short; queue long late $speaker long; queue middle '' $speaker middle; run_queue" || return 1
	cat "$dir/order"
	[[ $(head -n 1 "$dir/order") == middle ]] && [[ $(grep -xE 'input|long' "$dir/order" | tr '\n' ' ') == 'input long ' ]]
}

tells_how_long() {
	says '^# 3 test programs, about 129 s on 1 processors' || says '^# 3 test programs, about 2 min on 1 processors' || return 1
	says '^# 1 of 3 done, about 39 s left$' && says '^# 3 of 3 done$'
}

# The time of a program that failed is not recorded.
measures() {
	adds_up '1 1 0 long: 1' 'queue long "" sh -c "echo 1..1; echo not ok 1; exit 1"; queue new "" sh -c "echo 1..1; echo ok 1"; run_queue' &&
		grep -qx '90 long' "$dir/measured" && grep -qxE '[0-3] new' "$dir/measured"
}

# An input that no program needs is not made. One that cannot be made is reported, and its programs run all the same.
bad_input() {
	adds_up '1 0 0 ' 'input bad sh -c "echo why >&2; exit 1"; input never touch "$FB_DIR/never"
		queue short "bad" sh -c "echo 1..1; echo ok 1"; run_queue' && says '^# why$' && [[ ! -e $dir/never ]]
}

# The program does not end at SIGTERM but says something then. It and what it has begun are named, and none is left.
hangs() {
	adds_up '2 1 0 a: not ended after 1 s, after test 1 of 2' 'most_seconds=1
		beside a sh -c "trap \"echo a word at the end >&2\" TERM; echo 1..2; echo ok 1; sleep 976 & sleep 975 & while :; do wait; done"
		beside b sh -c "echo 1..1; echo ok 1"
		told_all' && says '^# not ended after 1 s:$' && says '^# +[0-9]+ +[^ ]+ +[0-9]+ .*sleep 975$' && says '^# a word at the end$' || return 1
	! pgrep -xf 'sleep 97[56]'
}

# Each reason has its number; a tenth of all tests is worth a line.
skips_are_named() {
	adds_up '18 0 3 ' 'program a printf "1..3\nok 1 - x # SKIP no net\nok 2 - y # SKIP no net\nnot ok 3 - z # TODO old\n"
		program b sh -c "echo 1..18; seq -f \"ok %g\" 18"
		tell_skips' && says '^# skipped: 2: no net$' && says '^# skipped: 1: known: old$' &&
		says '^# much was not tested: 3 of 21 tests were skipped$' || return 1
	adds_up '18 0 1 ' 'program a printf "1..1\nok 1 - x # SKIP no net\n"
		program b sh -c "echo 1..18; seq -f \"ok %g\" 18"
		tell_skips' && says '^# skipped: 1: no net$' && ! says '^# much'
}

# unit_skips SUMS SAID REASON: a program of unit tests that skips one, with the line REASON before it
unit_skips() {
	mkdir -p "$dir/unit/lib"
	{
		printf '#!/bin/sh\necho 1..4\necho ok 1 - dry\n'
		[[ ! $3 ]] || printf 'echo "%s"\n' "$3"
		printf 'echo "not ok 2 # SKIP wet"\necho ok 3 - dry\necho ok 4 - dry\n'
	} >"$dir/unit/lib/test_weather"
	chmod +x "$dir/unit/lib/test_weather"
	bash tests/unit/all "$dir/unit" >"$dir/out" || true
	[[ $(tail -n 1 "$dir/out") == "$1" ]] && grep -qF "$2" "$dir/out" && return
	cat "$dir/out"
	return 1
}

ktap_plan 23
check "passed, failed and skipped tests are counted" adds_up '2 1 1 a: 2 - bad' \
	'program a printf "1..4\nok 1 - good\nnot ok 2 - bad\nok 3 - x # SKIP why\nok 4\n"'
check "a known failure (TODO) counts as skipped" adds_up '1 0 1 ' 'program a printf "1..2\nnot ok 1 - a: b # TODO this kernel: c\nok 2\n"'
check "a skip without a reason is a failure" adds_up '1 1 0 a: 2 - x # SKIP: skipped without a reason' \
	'program a printf "1..2\nok 1\nok 2 - x # SKIP\n"'
check "the last lines name the reasons of skips" skips_are_named
check "a unit test's skip has its reason" unit_skips '3 passed, 0 failed, 1 skipped' 'ok 2 - wet # SKIP it is raining' '# skip: it is raining'
check "a unit test's skip without a reason is a failure" unit_skips '3 passed, 1 failed, 1 skipped' 'a test was skipped without a reason' ''
check "fewer tests than planned are a failure" adds_up '1 1 0 a: planned 2 tests, saw 1 (status 0)' 'program a printf "1..2\nok 1\n"'
check "a program without tests is a failure" adds_up '0 1 0 a: planned 0 tests, saw 0 (status 0)' 'program a true'
check "an exit status other than 0 after the last test is a failure" adds_up '1 1 0 a: ended with status 3 after all its tests passed' \
	'program a sh -c "echo 1..1; echo ok 1; exit 3"'
check "a program that does not exist is a failure" adds_up '0 1 0 a: planned 0 tests, saw 0 (status 127)' 'program a /no/such/program'
check "a program that is killed is a failure" no_time
check "a program that hangs is ended, and its processes are named" hangs
check "programs run beside each other and are shown as they end" as_they_end
check "what has ended is shown before the next one begins" as_they_come
check "ONLY selects programs by name" adds_up '1 0 0 ' ONLY='* val*' '
	program "x val 1" printf "1..1\nok 1\n"
	program "x bench" printf "1..1\nnot ok 1\n"
	beside "x sees" false
	told_all'
check "a program that adds up its tests itself" adds_up '3 2 1 a: 2 tests' 'echo "3 passed, 2 failed, 1 skipped" >"$logs/a"; sum a 1 "$logs/a"'
check "seconds of the clock and of a processor are shown" both_times
check "the queue begins the longest first" order 'long middle short' \
	"queue short '' $speaker short; queue long '' $speaker long; queue middle '' $speaker middle"
check "it shows how long all takes at first, and the rest at each end" tells_how_long
check "a program waits for its input" waits
check "the time of a program is recorded for the next run" measures
check "an input that cannot be made is reported" bad_input
check "ONLY selects programs of the queue, too" adds_up '1 0 0 ' ONLY='sh*' \
	'queue short "" sh -c "echo 1..1; echo ok 1"; queue long "" false; run_queue'
ktap_end
