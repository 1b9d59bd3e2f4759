# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# make compare, validate, mutants and selftest end with 0 when they have a verdict, whichever it is, and with an error
# when they have none. A failure of the scripts never looks like the verdict 1.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset QUIET VERBOSE MAKEFLAGS MAKEOVERRIDES KERNEL PATCH TREE BASE HEAD PATHS CHECKS MUTANTS ALL JOBS SEED
commands=(compare validate mutants selftest)

# A tree with the Makefile and the scripts. In it each of the commands ends with status $ENDS.
tree=$dir/tree
mkdir -p "$tree"
cp -a Makefile scripts "$tree/"
for command in "${commands[@]}"; do
	cat >"$tree/scripts/$command" <<'END'
#!/bin/bash
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
echo "said"
fb_undo touch "$FB_TOP/undone"
[[ $ENDS != waits ]] || { touch "$FB_TOP/begun" && sleep 1000000; }
exit "$ENDS"
END
done

# makes WANTED STATUS [PATTERN]: for each command, make ends with WANTED when the script ends with STATUS, shows the
# script's output, and prints PATTERN on standard error
makes() {
	local command status

	for command in "${commands[@]}"; do
		status=0
		ENDS=$2 make -C "$tree" --no-print-directory "$command" >"$dir/out" 2>"$dir/err" || status=$?
		((status == $1)) && [[ $(<"$dir/out") == said ]] &&
			{ (($# < 3)) || grep -q -- "$3" "$dir/err"; } && continue
		printf 'make %s: status %d\n' "$command" "$status"
		cat "$dir/out" "$dir/err"
		return 1
	done
}

silent() {
	makes "$@" && [[ ! -s $dir/err ]]
}

# A make that is killed ends the script, which runs its undo steps.
interrupted() {
	local pid status=0

	rm -f "$tree/begun" "$tree/undone"
	ENDS=waits make -C "$tree" compare >"$dir/out" 2>"$dir/err" &
	pid=$!
	wait_until 20 test -e "$tree/begun" || return 1
	kill -TERM "$pid"
	wait "$pid" || status=$?
	((status != 0)) && wait_until 20 test -e "$tree/undone"
}

nowhere=(TMPDIR="$dir/nowhere" FLOWBENCH_CACHE=/dev/null/nowhere)
ktap_plan 13
check "status 0: make ends with 0" makes 0 0
check "and prints nothing itself" silent 0 0
check "status 1, a verdict: make ends with 0 and prints the script's status" makes 0 1 'verdict: .* ends with 1, make with 0'
check "which QUIET=1 suppresses" env QUIET=1 bash -c "ENDS=1 make -C $tree --no-print-directory compare 2>&1 | grep -qx said"
check "status 2, usage or no verdict: make fails" makes 2 2 'Error 2'
check "status 3, it does not build: make fails" makes 2 3 'Error 3'
check "it does not boot, is not available, or is lost: make fails" \
	eval "makes 2 4 'Error 4' && makes 2 69 'Error 69' && makes 2 200 'Error 200'"
check "make is killed: the script ends and runs its undo steps" interrupted
check "compare: a failure before the verdict is not a difference" ends_apart 2 env "${nowhere[@]}" KERNEL=6.12,6.1 scripts/compare
check "validate: a failure before the verdict is not a failed check" ends_apart 2 env "${nowhere[@]}" scripts/validate
check "mutants: a failure before the verdict is not a missed mutant" ends_apart 2 env "${nowhere[@]}" scripts/mutants
check "selftest: a failure before the verdict is not a failed test" ends_apart 2 env "${nowhere[@]}" scripts/selftest
check "another command has no verdict" ends_apart 2 scripts/verdict run
ktap_end
