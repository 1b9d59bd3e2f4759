# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The fuzzers. Each has inputs to begin with. No committed input breaks anything. Each fuzzer makes its number of
# executions, which are the same each time, because whether a test passes must not depend on luck; after a quarter of
# a minute it stops. It finds nothing. A fuzzer with a planted bug finds the bug. `make fuzz` is what looks for new inputs.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset SECONDS_EACH RUNS JOBS ENGINE CLANG
# Beside other tests one fuzzer runs at a time, so that each has a processor for its time.
[[ -z ${FB_JOBS:-} ]] || export JOBS=$FB_JOBS

# fuzz STATUS ARGUMENT…: scripts/dev/fuzz ends with STATUS, with the variables of the caller's env
fuzz() {
	ends_apart "$1" env "${env[@]}" scripts/dev/fuzz --out "$dir/out" "${@:2}"
}

# refused STATUS PATTERN NAME=VALUE… [-- ARGUMENT…]: it ends with STATUS and prints PATTERN on standard error
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

# no_other: no folder of inputs is without its fuzzer
no_other() {
	find tests/fuzz/corpus tests/fuzz/findings -mindepth 1 -maxdepth 1 -printf '%f\n' | sort -u |
		comm -23 - <(printf '%s\n' "${names[@]}" | sort) | grep . && return 1
	return 0
}

# small: all inputs together are less than 300 kB
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

# run: each fuzzer made its executions, or as many of them as this machine makes in a quarter of a minute, and took edges
run() {
	local env=(SECONDS_EACH=15) began=$SECONDS

	fuzz 0 --same || return 1
	sed 's/^/# /' "$dir/said" >"$dir/table"
	printf '# %d s\n' $((SECONDS - began)) >>"$dir/table"
	awk 'NR == FNR { if (!/^#/) wanted[$1] = $2; next }
		FNR > 1 { made++; bad += ($2 < wanted[$1] && $2 < 15 * $3) || $4 < 1 || $4 >= $5 }
		FNR > 1 && $2 < wanted[$1] { printf "# %s: the first %d of %d executions\n", $1, $2, wanted[$1] }
		END { exit bad || made != length(wanted) }' tests/fuzz/executions "$dir/said" >>"$dir/table"
}

# twice: two runs give the same table, but for the rate
twice() {
	local i env=(RUNS=20000)

	for i in 1 2; do
		fuzz 0 alias normal || return 1
		awk '{ print $1, $2, $4, $6 }' "$dir/said" >"$dir/run$i"
	done
	diff "$dir/run1" "$dir/run2"
}

# planted: the bug is reported, and its input is kept
planted() {
	local env=(SECONDS_EACH=60)

	fuzz 1 planted && grep -q '^planted: AddressSanitizer: heap-buffer-overflow' "$dir/said" &&
		[[ -n $(find "$dir/out/planted/findings" -name 'crash-*') ]]
}

again() {
	local command

	command=$(sed -n 's/^    \(build.*\)/\1/p' "$dir/said" | head -n 1)
	[[ -n $command ]] || return 1
	# The words of the command are a program and a file.
	# shellcheck disable=SC2086
	! $command >"$dir/again" 2>&1 && grep -q 'heap-buffer-overflow' "$dir/again"
}

# slow: what takes too long is a bad input, too. The planted delay is in long inputs only.
slow() {
	local env=(A=)

	fuzz 1 --replay planted && grep -q '^planted: libFuzzer: timeout' "$dir/said" &&
		grep -q '^    .*/planted/long/' "$dir/said"
}

# stopped: a run that gets a signal ends at once, and leaves no process and no file in memory
stopped() {
	local pid before status=0

	before=$(find /dev/shm -maxdepth 1 -name 'flowbench.*' | sort)
	SECONDS_EACH=100 JOBS=2 scripts/dev/fuzz --out "$dir/stopped" alias scenario >"$dir/said" 2>&1 &
	pid=$!
	wait_until 60 grep -q . "$dir/stopped/alias/log" "$dir/stopped/scenario/log" || return 1
	kill -TERM "$pid"
	wait "$pid" || status=$?
	((status == 143)) || { printf 'status %d\n' "$status" && return 1; }
	pgrep -f "artifact_prefix=$dir/stopped" && return 1
	[[ $(find /dev/shm -maxdepth 1 -name 'flowbench.*' | sort) == "$before" ]]
}

help_fits() {
	scripts/dev/fuzz --help >"$dir/help" && ! grep -nE '^.{81}' "$dir/help" && tail -n 1 "$dir/help" | grep -q '^Example: '
}

untouched() {
	[[ $(git status --porcelain -- tests/fuzz) == "$was" ]]
}

mapfile -t names < <(scripts/dev/fuzz --list)
was=$(git status --porcelain -- tests/fuzz)
ktap_plan 20
check "each fuzzer has inputs to begin with" has_inputs
check "no inputs are without a fuzzer" no_other
check "the inputs are small" small
check "--help fits a terminal, and ends with an example" help_fits
check "an unknown fuzzer is refused" refused 2 "fuzzer 'none': expected one of" A= -- none
check "a limit of 0 is refused" refused 2 "RUNS='0'" RUNS=0
check "a limit for AFL++ is refused" refused 2 "RUNS and --same need ENGINE=libfuzzer" RUNS=1 ENGINE=afl
check "--replay together with --same is refused" refused 2 "exclude each other" A= -- --replay --same
check "0 seconds are refused" refused 2 "SECONDS_EACH='0'" SECONDS_EACH=0
check "0 jobs are refused" refused 2 "JOBS='0'" JOBS=0
check "an unknown engine is refused" refused 2 "ENGINE='x'" ENGINE=x
check "a compiler that cannot build fuzzers is named" refused 69 'cannot build fuzzers here' CLANG=false
check "no committed input breaks anything" replay
check "no input that the fuzzers find breaks anything" run
[[ ! -f $dir/table ]] || cat "$dir/table"
check "the executions are the same in a second run" twice
check "the planted bug is found" planted
check "the printed command shows it again" again
check "a planted delay is found" slow
check "a run ends at once on a signal, and leaves nothing" stopped
check "the committed files have not changed" untouched
ktap_end
