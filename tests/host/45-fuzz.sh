# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The fuzzers: each has inputs to begin with, none of what is committed breaks anything, and neither does what each
# comes across in half a minute: so many executions, and the same ones each time, as whether a test passes must not
# depend on luck; where half a minute ends before, the first of them. make fuzz looks for what is new. That they can
# find something is shown by one with a bug in it.
#
# needs:
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset SECONDS_EACH RUNS JOBS ENGINE CLANG

# fuzz STATUS ARGUMENT…: what it says is left in $dir/said and $dir/err
fuzz() {
	ends_apart "$1" env "${env[@]}" scripts/fuzz --out "$dir/out" "${@:2}"
}

# refused STATUS PATTERN NAME=VALUE… [-- ARGUMENT…]
refused() {
	local wanted=$1 pattern=$2 env=()
	shift 2

	while (($#)) && [[ $1 != -- ]]; do
		env+=("$1")
		shift
	done
	fuzz "$wanted" "${@:2}" && grep -qE -- "$pattern" "$dir/err"
}

has_inputs() {
	local name bad=0

	for name in "${names[@]}"; do
		[[ -n $(find "tests/fuzz/corpus/$name" -type f 2>/dev/null) ]] && continue
		printf 'tests/fuzz/corpus/%s has none\n' "$name"
		bad=1
	done
	((!bad))
}

# Folders of inputs that no fuzzer has.
no_other() {
	find tests/fuzz/corpus tests/fuzz/findings -mindepth 1 -maxdepth 1 -printf '%f\n' | sort -u |
		comm -23 - <(printf '%s\n' "${names[@]}" | sort) | grep . && return 1
	return 0
}

# Kilobytes, of contents.
small() {
	local sum

	sum=$(find tests/fuzz/corpus tests/fuzz/findings -type f -printf '%s\n' | awk '{ n += $1 } END { print int(n / 1024) }')
	printf '%d kB\n' "$sum"
	((sum < 300))
}

replay() {
	local env=(A=)

	fuzz 0 --replay && grep -qE '^[0-9]+ inputs of [0-9]+ fuzzers, 0 of them bad$' "$dir/said"
}

# All that are told of made the executions that they should, or as many of them as half a minute has room for here,
# and were looked at while they did.
run() {
	local env=(SECONDS_EACH=30) began=$SECONDS

	fuzz 0 --same || return 1
	sed 's/^/# /' "$dir/said" >"$dir/table"
	printf '# %d s\n' $((SECONDS - began)) >>"$dir/table"
	awk 'NR == FNR { if (!/^#/) wanted[$1] = $2; next }
		FNR > 1 { made++; bad += ($2 < wanted[$1] && $2 < 30 * $3) || $4 < 1 || $4 >= $5 }
		FNR > 1 && $2 < wanted[$1] { printf "# %s: the first %d of %d executions\n", $1, $2, wanted[$1] }
		END { exit bad || made != length(wanted) }' tests/fuzz/executions "$dir/said" >>"$dir/table"
}

# All but the rate.
twice() {
	local i env=(RUNS=20000)

	for i in 1 2; do
		fuzz 0 alias normal || return 1
		awk '{ print $1, $2, $4, $6 }' "$dir/said" >"$dir/run$i"
	done
	diff "$dir/run1" "$dir/run2"
}

# The finding is told, with a command that shows it again.
planted() {
	local env=(SECONDS_EACH=60)

	fuzz 1 planted && grep -q '^planted: AddressSanitizer: heap-buffer-overflow' "$dir/said" &&
		[[ -n $(find "$dir/out/planted/findings" -name 'crash-*') ]]
}

again() {
	local command

	command=$(sed -n 's/^    \(build.*\)/\1/p' "$dir/said" | head -n 1)
	[[ -n $command ]] || return 1
	# It is a program and a file.
	# shellcheck disable=SC2086
	! $command >"$dir/again" 2>&1 && grep -q 'heap-buffer-overflow' "$dir/again"
}

# stopped: ends at once when told to, and leaves no process and nothing in memory
stopped() {
	local pid before status=0

	before=$(find /dev/shm -maxdepth 1 -name 'flowbench.*' | sort)
	SECONDS_EACH=100 JOBS=2 scripts/fuzz --out "$dir/stopped" alias scenario >"$dir/said" 2>&1 &
	pid=$!
	wait_until 60 grep -q . "$dir/stopped/alias/log" "$dir/stopped/scenario/log" || return 1
	kill -TERM "$pid"
	wait "$pid" || status=$?
	((status == 143)) || { printf 'status %d\n' "$status" && return 1; }
	pgrep -f "artifact_prefix=$dir/stopped" && return 1
	[[ $(find /dev/shm -maxdepth 1 -name 'flowbench.*' | sort) == "$before" ]]
}

help_fits() {
	scripts/fuzz --help >"$dir/help" && ! grep -nE '^.{81}' "$dir/help" && tail -n 1 "$dir/help" | grep -q '^Example: '
}

untouched() {
	[[ $(git status --porcelain -- tests/fuzz) == "$was" ]]
}

mapfile -t names < <(scripts/fuzz --list)
was=$(git status --porcelain -- tests/fuzz)
ktap_plan 19
check "each fuzzer has inputs to begin with" has_inputs
check "and no other has" no_other
check "they are small" small
check "help fits a terminal, and ends with an example" help_fits
check "a fuzzer that there is none of is refused" refused 2 "no fuzzer 'none'" A= -- none
check "so is a limit that is no number" refused 2 "RUNS='0'" RUNS=0
check "and one for AFL++" refused 2 "RUNS and --same are for libfuzzer alone" RUNS=1 ENGINE=afl
check "so is half a minute of inputs that are committed" refused 2 "are two things" A= -- --replay --same
check "so is no time" refused 2 "SECONDS_EACH='0'" SECONDS_EACH=0
check "and no job" refused 2 "JOBS='0'" JOBS=0
check "and another engine" refused 2 "ENGINE='x'" ENGINE=x
check "a compiler without fuzzing is said to be one" refused 69 'cannot build fuzzers here' CLANG=false
check "nothing that is committed breaks anything" replay
check "nor does what they come across" run
[[ ! -f $dir/table ]] || cat "$dir/table"
check "so many executions are the same ones again" twice
check "a bug is found" planted
check "and seen again by the command that is told" again
check "a run is ended at once, and leaves nothing" stopped
check "what is committed is as it was" untouched
ktap_end
