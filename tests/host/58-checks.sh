# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The heads of the checks: each difference between kernels has its commit, and the tables of tests/validate/README.md are
# those of the heads.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
make -s userspace >&2 || exit 1

# each_has_its_commit: a line "since", "fails" or "differs" ends with its commit, or says that this, or the cause, is not known
each_has_its_commit() {
	awk 'FNR == 1 { head = 1 }
	!/^#/ { head = 0 }
	head && /^# (since|fails|differs): / && !/^# [a-z]+: [0-9.]+ -$/ && !/\((commit [0-9a-f]+|commit not found|cause not found)\)$/ { print FILENAME ": " $0; bad = 1 }
	END { exit bad }' tests/validate/*-*.sh
}

# tables_are_current: README.md ends with the tables
tables_are_current() {
	tests/validate-tables >"$dir/tables"
	sed -n '/^| kernels | dangerous /,$p' tests/validate/README.md | diff - "$dir/tables"
}

# sees_a_change: a check with another head gives other tables
sees_a_change() {
	mkdir "$dir/checks"
	printf '# proves: a\n# fails: 6.1 b (cause not found)\n# slow: all c\n# danger: 7.2 d\n\n# fails: all not in the head\n' >"$dir/checks/kept-x.sh"
	tests/validate-tables "$dir/checks" >"$dir/said"
	says '^\| 7\.2 \| d \| kept-x \|$' && says '^\| all \| c \| kept-x \|$' &&
		says '^\| 6\.1 \| \*\*wrong:\*\* b \(cause not found\) \| kept-x \|$' && ! grep -q 'not in the head' "$dir/said"
}

# each_function_once: no two files that all checks read define the same function
each_function_once() {
	find tests/validate -name '[a-z0-9]*.sh' ! -name '*-*' -exec grep -hoE '^[a-z_0-9]+\(\)' {} + | sort | uniq -d >"$dir/twice"
	cat "$dir/twice"
	[[ ! -s $dir/twice ]]
}

ktap_plan 5
check "each difference between kernels has its commit" each_has_its_commit
check "the tables in tests/validate/README.md are those of the heads" tables_are_current
check "the tables are made of the heads" sees_a_change
check "no function of the checks is defined twice" each_function_once
check "flowbench validate reads all heads" ends 0 userspace/flowbench validate --list
ktap_end
