# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# make compare, validate, mutants and selftest end with 0 when they have a verdict, whichever it is, and with an error
# when they have none. A failure of the scripts never looks like the verdict 1.
#
# needs:
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset QUIET VERBOSE MAKEFLAGS MAKEOVERRIDES KERNEL PATCH TREE BASE HEAD PATHS CHECKS MUTANTS ALL JOBS SEED
commands=(compare validate mutants selftest)

# A tree with the Makefile and the scripts, in which each of the commands ends as $ENDS says.
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

# makes WANTED STATUS [PATTERN]: for each command, make ends with WANTED when the script ends with STATUS, shows what
# it printed, and says PATTERN on standard error
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

# A make that is ended ends the script, which undoes what it has begun.
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
check "nothing was found: make ends with 0" makes 0 0
check "and says nothing of its own" silent 0 0
check "a verdict: make ends with 0, and says which status the script has" makes 0 1 'verdict: .* ends with 1, make with 0'
check "but not with QUIET=1" env QUIET=1 bash -c "ENDS=1 make -C $tree --no-print-directory compare 2>&1 | grep -qx said"
check "usage, or nothing can be said: an error of make" makes 2 2 'Error 2'
check "it does not build: an error of make" makes 2 3 'Error 3'
check "it does not boot, cannot be had, is lost: an error of make" \
	eval "makes 2 4 'Error 4' && makes 2 69 'Error 69' && makes 2 200 'Error 200'"
check "make is ended: the script is, and undoes what it has begun" interrupted
check "compare: what fails on the way is no difference" ends_apart 2 env "${nowhere[@]}" KERNEL=6.12,6.1 scripts/compare
check "validate: what fails on the way is no failed check" ends_apart 2 env "${nowhere[@]}" scripts/validate
check "mutants: what fails on the way is no mutant that was missed" ends_apart 2 env "${nowhere[@]}" scripts/mutants
check "selftest: what fails on the way is no failed test" ends_apart 2 env "${nowhere[@]}" scripts/selftest
check "another command has no verdict" ends_apart 2 scripts/verdict run
ktap_end
