# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# tests/run adds up the KTAP of test programs. A program that prints fewer results than planned is a failure. Its queue
# begins the longest program first.
# shellcheck disable=SC2016 # texts are expanded by the runner that they are for
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset ONLY VERBOSE

# adds_up SUMS TEXT [NAME=VALUE…]: the programs that TEXT adds give the sums PASSED FAILED SKIPPED, and $dir/said gets what
# the queue says
adds_up() {
	local sums

	{
		printf '%s\n' 'set -euo pipefail' '. scripts/lib.sh' '. tests/jobs.sh' 'nproc() { echo 1; }' \
			'logs=$(mktemp -d "$FB_DIR/logs.XXXXXX") measured=$FB_DIR/measured' 'good="echo 1..1; echo ok 1"' \
			'speaks="echo \$0 >>\"$FB_DIR/order\"; echo 1..1; echo ok 1"'
		printf '%s\n' "$2" 'run_jobs "${at_a_time:-1}"' sum_up
	} >"$dir/runner"
	printf '%s\n' '30 middle' '90 long' '9 short' '40 input late' >"$dir/measured"
	rm -f "$dir/order"
	env "${@:3}" FB_DIR="$dir" bash "$dir/runner" >"$dir/said" 2>"$dir/err"
	sums=$(tail -n 1 "$dir/said" | tr -dc '0-9 ' | tr -s ' ')
	[[ $sums == "$1 " ]] && return
	cat "$dir/said" "$dir/err"
	return 1
}

# fails SUMS FAILURE TEXT: the same, with this failure and no other one
fails() {
	adds_up "$1" "$3" && says "^# failed: $2\$" && (($(grep -c '^# failed: ' "$dir/said") == 1))
}

# prints SUMS KTAP: a program that prints this KTAP
prints() {
	adds_up "$1" "program a 1 '' printf '$2'"
}

# The first program takes longest. The third one must wait until one of the first two has ended.
as_they_end() {
	adds_up '3 0 0' 'at_a_time=2
		program "one a/b.sh" 9 "" sh -c "while [ ! -e \"$FB_DIR/third\" ]; do sleep 0.1; done; sleep 1; echo 1..1; echo ok 1 - one"
		program "two a/c.sh" 8 "" sh -c "echo 1..1; echo ok 1 - two"
		program three 7 "" sh -c "echo >\"$FB_DIR/third\"; echo 1..1; echo ok 1 - three"' &&
		[[ $(grep '^ok' "$dir/said" | tr '\n' ' ') == 'ok 1 - two ok 1 - three ok 1 - one ' ]]
}

# The results of the first two are shown before the last one has ended.
as_they_come() {
	adds_up '3 0 0' 'program one 9 "" sh -c "$good"; program two 8 "" sh -c "$good"
		program last 7 "" sh -c "sleep 1; grep -c ^ok \"$FB_DIR/said\" >\"$FB_DIR/before\"; $good"' && [[ $(<"$dir/before") == 2 ]]
}

# A program that is killed after one second of processor time, however long that takes.
both_times() {
	adds_up '1 0 0' 'program a 1 "" sh -c "$good; (ulimit -t 1; while :; do :; done) || true"' &&
		says '^# a: [1-9][0-9]* s, [12] s of a processor$'
}

# order WANTED TEXT: the programs begin in this order, one at a time
order() {
	adds_up "$(wc -w <<<"$1") 0 0" "$2" && [[ $(tr '\n' ' ' <"$dir/order") == "$1 " ]] && return
	cat "$dir/order"
	return 1
}

# The long program waits for its input, which waits for the middle program. The others do not wait.
waits() {
	adds_up '3 0 0' 'input late 3 sh -c "while [ ! -e \"\$0\" ]; do sleep 0.1; done; echo input >>\"\$0\"" "$FB_DIR/order"
		program short 1 "" sh -c "$speaks" short; program long 1 late sh -c "$speaks" long
		program middle 1 "" sh -c "$speaks" middle' || return 1
	cat "$dir/order"
	[[ $(head -n 1 "$dir/order") == middle ]] && [[ $(grep -xE 'input|long' "$dir/order" | tr '\n' ' ') == 'input long ' ]]
}

tells_how_long() {
	says '^# 3 test programs, about 2 min on 1 processors \(as on the last run here\)$' &&
		says '^# 1 of 3 done, about 39 s left$' && says '^# 3 of 3 done$'
}

# The time of a program that failed is not recorded.
measures() {
	adds_up '1 1 0' 'program long 1 "" sh -c "echo 1..1; echo not ok 1; exit 1"; program "new one" 1 "" sh -c "$good"' &&
		grep -qx '90 long' "$dir/measured" && grep -qxE '[0-3] new one' "$dir/measured"
}

# An input that no program needs is not made. One that cannot be made is reported, and its programs run all the same.
bad_input() {
	adds_up '1 0 0' 'input bad 1 sh -c "echo why >&2; exit 1"; input never 1 touch "$FB_DIR/never"
		program short 1 bad sh -c "$good"' && says '^# why$' && [[ ! -e $dir/never ]]
}

# The program does not end at SIGTERM but says something then. It and what it has begun are named, and none is left.
hangs() {
	fails '2 1 0' 'a: not ended after 1 s, after test 1 of 2' 'most_seconds=1
		program a 1 "" sh -c "trap \"echo a word at the end >&2\" TERM; echo 1..2; echo ok 1; sleep 976 & sleep 975 & while :; do wait; done"
		most_seconds=60
		program b 1 "" sh -c "$good"' && says '^# not ended after 1 s:$' && says '^# +[0-9]+ +[^ ]+ +[0-9]+ .*sleep 975$' &&
		says '^# a word at the end$' || return 1
	! pgrep -xf 'sleep 97[56]'
}

# A queue that is ended ends its programs, which undo what they have done, and leaves no folder of logs.
ended() {
	local pid

	rm -f "$dir/begun" "$dir/undone"
	{
		printf '%s\n' 'set -euo pipefail' '. scripts/lib.sh' '. tests/jobs.sh' 'logs=$(mktemp -d "$1/logs.ended.XXXXXX") measured=/dev/null' \
			'fb_undo rm -rf "$logs"' 'program a 1 "" bash -c "trap \"sleep 1; touch $1/undone; exit\" TERM; touch $1/begun; sleep 974 & wait"' \
			'run_jobs 1'
	} >"$dir/runner"
	bash "$dir/runner" "$dir" >/dev/null 2>&1 &
	pid=$!
	wait_until 20 test -e "$dir/begun" || return 1
	kill -TERM "$pid"
	wait "$pid"
	[[ $? == 143 && -e $dir/undone ]] && ! pgrep -xf 'sleep 974' && ! compgen -G "$dir/logs.ended.*"
}

# Each reason has its number; a tenth of all tests is worth a line.
skips_are_named() {
	local twenty='program b 1 "" sh -c "echo 1..18; seq -f \"ok %g\" 18"'

	adds_up '18 0 3' 'program a 1 "" printf "1..3\nok 1 - x # SKIP no net\nok 2 - y # SKIP no net\nnot ok 3 - z # TODO old\n"
		'"$twenty" && says '^# skipped: 2: no net$' && says '^# skipped: 1: known: old$' &&
		says '^# much was not tested: 3 of 21 tests were skipped$' || return 1
	adds_up '18 0 1' 'program a 1 "" printf "1..1\nok 1 - x # SKIP no net\n"
		'"$twenty" && says '^# skipped: 1: no net$' && ! says '^# much' >/dev/null
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

ktap_plan 24
check "passed, failed and skipped tests are counted" fails '2 1 1' 'a: 2 - bad' \
	'program a 1 "" printf "1..4\nok 1 - good\nnot ok 2 - bad\nok 3 - x # SKIP why\nok 4\n"'
check "several plans in one output" prints '3 0 0' '1..1\nok 1\n1..2\nok 1\nok 2\n'
check "a known failure (TODO) counts as skipped" prints '1 0 1' '1..2\nnot ok 1 - a: b # TODO this kernel: c\nok 2\n'
check "a skip without a reason is a failure" fails '1 1 0' 'a: 2 - x # SKIP: skipped without a reason' \
	'program a 1 "" printf "1..2\nok 1\nok 2 - x # SKIP\n"'
check "the last lines name the reasons of skips" skips_are_named
check "a unit test's skip has its reason" unit_skips '3 passed, 0 failed, 1 skipped' 'ok 2 - wet # SKIP it is raining' '# skip: it is raining'
check "a unit test's skip without a reason is a failure" unit_skips '3 passed, 1 failed, 1 skipped' 'a test was skipped without a reason' ''
check "fewer tests than planned are a failure" fails '1 1 0' 'a: planned 2 tests, saw 1 \(status 0\)' 'program a 1 "" printf "1..2\nok 1\n"'
check "a program without tests is a failure" fails '0 1 0' 'a: planned 0 tests, saw 0 \(status 0\)' 'program a 1 "" true'
check "an exit status other than 0 after the last test is a failure" fails '1 1 0' 'a: ended with status 3 after all its tests passed' \
	'program a 1 "" sh -c "$good; exit 3"'
check "a program that does not exist is a failure" fails '0 1 0' 'a: planned 0 tests, saw 0 \(status 127\)' 'program a 1 "" /no/such/program'
check "a program whose runner is killed is a failure" fails '1 1 0' 'a: planned 2 tests, saw 1 \(status none\)' \
	'program a 1 "" sh -c "echo 1..2; echo ok 1; kill -9 \$PPID"'
check "a program that hangs is ended, and its processes are named" hangs
check "a queue that is ended ends its programs" ended
check "programs run beside each other and are shown as they end" as_they_end
check "what has ended is shown before the next one begins" as_they_come
check "ONLY selects programs by name" adds_up '1 0 0' 'program "x val 1" 1 "" sh -c "$good"; program "x bench" 1 "" false' ONLY='* val*'
check "a program that adds up its tests itself" fails '3 2 1' 'unit: 2 tests' 'program unit 1 "" echo "3 passed, 2 failed, 1 skipped"'
check "seconds of the clock and of a processor are shown" both_times
check "the queue begins the longest first" order 'long middle short' 'program short 1 "" sh -c "$speaks" short
	program long 1 "" sh -c "$speaks" long; program middle 1 "" sh -c "$speaks" middle'
check "it shows how long all takes at first, and the rest at each end" tells_how_long
check "a program waits for its input" waits
check "the time of a program is recorded for the next run" measures
check "an input that cannot be made is reported" bad_input
ktap_end
