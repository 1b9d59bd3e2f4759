# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The heads of the checks: each difference between kernels has its commit, and the tables of userspace/data/checks/README.md are
# those of the heads. Their reasons are rows of userspace/why/reasons.h. WORDS.md has the functions that checks call.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
make -s userspace >&2 || exit 1

# each_has_its_commit: a line "since", "fails" or "differs" ends with its commit, or says that this, or the cause, is not known
each_has_its_commit() {
	awk -f userspace/data/checks/heads.awk userspace/data/checks/*-*.sh | awk -F '\t' '
		$2 ~ /^(since|fails|differs)$/ && $3 !~ /^[0-9.]+ -$/ && $3 !~ /\((commit [0-9a-f]+|commit not found|cause not found)\)$/ { print; bad = 1 }
		END { exit bad }'
}

# unknown_reasons HEADS…: prints the reasons of the lines "why" that are no rows of userspace/why/reasons.h
unknown_reasons() {
	sed -n 's/^\tX([A-Z_]*, "\([a-z-]*\)".*/\1/p' userspace/why/reasons.h >"$dir/rows"
	awk -f userspace/data/checks/heads.awk "$@" | awk -F '\t' '$2 == "why" { print $3 }' | tr ' ' '\n' | sed 's/=.*//' |
		grep -vxE '[0-9.]+|-' | sort -u | grep -vxF -f "$dir/rows"
}

# reasons_are_rows: each reason of a head is a row; a reason that is not is seen
reasons_are_rows() {
	printf '# proves: a\n# why: 7.2 stale no-such-reason=2 -\n\n' >"$dir/kept-why.sh"
	[[ $(unknown_reasons "$dir/kept-why.sh") = no-such-reason && ! $(unknown_reasons userspace/data/checks/*-*.sh) && -s $dir/rows ]]
}

# tables_are_current: README.md ends with the tables
tables_are_current() {
	tests/validate-tables >"$dir/tables"
	sed -n '/^| kernels | dangerous /,$p' userspace/data/checks/README.md | diff - "$dir/tables"
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
	find userspace/data/checks -name '[a-z0-9]*.sh' ! -name '*-*' -exec grep -hoE '^[a-z_0-9]+\(\)' {} + | sort | uniq -d >"$dir/twice"
	cat "$dir/twice"
	[[ ! -s $dir/twice ]]
}

# words_are_current: WORDS.md has the comments of the functions
words_are_current() {
	tests/validate-words | diff userspace/data/checks/WORDS.md -
}

# sees_a_word: a function without a comment that a check calls is refused; one with a comment is a word
sees_a_word() {
	mkdir "$dir/words"
	cp userspace/data/checks/[a-z]*.sh "$dir/words" && rm "$dir/words"/*-*.sh
	printf 'odd() {\n\t:\n}\n' >>"$dir/words/sums.sh"
	printf '# proves: a\n\ncheck() {\n\todd\n}\n' >"$dir/words/kept-x.sh"
	ends_saying 1 'sums.sh: no comment says what odd does, which ./kept-x.sh calls' tests/validate-words "$dir/words" || return 1
	sed -i 's/^odd()/\n# odd: is a word\n&/' "$dir/words/sums.sh"
	ends 0 tests/validate-words "$dir/words" && says '^odd: is a word$'
}

ktap_plan 8
check "each difference between kernels has its commit" each_has_its_commit
check "each reason of a head is one of flowbench why" reasons_are_rows
check "the tables in userspace/data/checks/README.md are those of the heads" tables_are_current
check "the tables are made of the heads" sees_a_change
check "WORDS.md has the words of the checks" words_are_current
check "a word without a comment is refused" sees_a_word
check "no function of the checks is defined twice" each_function_once
check "flowbench validate reads all heads" ends 0 userspace/flowbench validate --list
ktap_end
