# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Each mutant says what it plants and which checks find it, applies to the source, and changes modules only. judge.awk
# judges a boot with a mutant. make mutants refuses what does not exist.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch

# verdict WANTED MUTANT EXPECTED: judge.awk prints EXPECTED for the KTAP MUTANT, compared with $dir/base, when the
# checks WANTED should find the mutant
verdict() {
	local got

	printf 'TAP version 13\n1..3\n%b' "$2" >"$dir/mutant"
	got=$(awk -f tests/mutants/judge.awk -v wanted="$1" "$dir/base" "$dir/mutant")
	[[ $got == "$(printf '%b' "$3")" ]] && return
	printf 'says: %s\n' "$got"
	return 1
}

# each COMMAND…: COMMAND succeeds with the path of each mutant; prints those for which it fails
each() {
	local patch bad=''

	for patch in tests/mutants/*.patch; do
		"$@" "$patch" >/dev/null 2>&1 || bad+=" ${patch##*/}"
	done
	[[ -z $bad ]] && return
	printf 'not%s\n' "$bad"
	return 1
}

has_head() {
	sed '/^--- /q' "$1" | grep -qE '^What: .{10,100}$' &&
		sed '/^--- /q' "$1" | grep -qE '^Caught-by:( [a-z0-9-]+)+$'
}

applies() {
	patch -d "$source" -p1 --batch --forward --fuzz=0 --dry-run <"$1"
}

in_modules() {
	[[ -n $(scripts/kernel/touched 6.12 "$1") ]]
}

checks_exist() {
	local names name

	read -ra names < <(sed -n 's/^Caught-by: //p' "$1")
	for name in "${names[@]}"; do
		grep -qx "$name" "$dir/checks" || return 1
	done
}

count_is() {
	local patches=(tests/mutants/*.patch)

	((${#patches[@]} >= 14))
}

awk -f userspace/data/checks/heads.awk userspace/data/checks/*-*.sh | cut -f 1 | sort -u >"$dir/checks"
cat >"$dir/base" <<'END'
TAP version 13
1..5
ok 1 - kept-mtu: packets over the MTU
# hook fast = 0, counted 0
ok 2 - kept-ttl
not ok 3 - ends-rst # TODO this kernel
ok 4 - ends-fin # SKIP no module
not ok 5 - ends-timeout
END

ktap_plan 20
check "there are at least 14" count_is
check "each says what it plants, and which checks find it" each has_head
check "each names checks that exist" each checks_exist
source=$(scripts/kernel/source 6.12 2>"$dir/said")
case $? in
0)
	check "each applies to the source without fuzz" each applies
	check "each changes modules only" each in_modules
	;;
*)
	skip "each applies to the source without fuzz" "$(tail -n 1 "$dir/said")"
	skip "each changes modules only" "$(tail -n 1 "$dir/said")"
	;;
esac
check "a failed check catches, with its claim" verdict 'kept-mtu' \
	'# NOT hook  fast: expected = 0, counted 3\nnot ok 1 - kept-mtu: packets over the MTU\n# failed: hook: fast = 0, counted 3\n# 0 passed\n' \
	'caught\tkept-mtu\thook: fast = 0, counted 3'
check "of several checks, the first named one is told" verdict 'kept-ttl kept-mtu' \
	'not ok 1 - kept-mtu\n# failed: a\nnot ok 2 - kept-ttl\n# failed: b\n' 'caught\tkept-ttl\tb'
check "but a check with a failed claim before a check that stopped" verdict 'kept-ttl kept-mtu' \
	'not ok 1 - kept-mtu\n# failed: a\nnot ok 2 - kept-ttl\n# failed: did not come to its end (status 1)\n' \
	'caught\tkept-mtu\ta'
check "a check that stopped catches" verdict 'kept-ttl' \
	'not ok 2 - kept-ttl\n# failed: did not come to its end (status 1)\n' \
	'caught\tkept-ttl\tdid not come to its end (status 1)'
check "a check that did not begin does not catch" verdict 'kept-ttl' \
	'not ok 2 - kept-ttl\n# failed: cannot be run: no memory\n' \
	'missed\tkept-ttl failed, cannot be run: no memory; others failed: kept-ttl'
check "a failed check without a claim catches" verdict 'kept-ttl' \
	'not ok 1 - kept-ttl\n' 'caught\tkept-ttl\tfailed, and does not say why'
check "a check that passes does not catch" verdict 'kept-mtu' 'ok 1 - kept-mtu\n# failed: by nobody\n' 'missed\tkept-mtu passed'
check "a check that is not named does not catch" verdict 'kept-mtu' \
	'ok 1 - kept-mtu\nnot ok 2 - kept-ttl\n' 'missed\tkept-mtu passed; others failed: kept-ttl'
check "a skipped check does not catch" verdict 'kept-mtu' \
	'ok 1 - kept-mtu # SKIP nothing there\n' 'missed\tkept-mtu skipped: nothing there'
check "a known failure does not catch" verdict 'kept-mtu' \
	'not ok 1 - kept-mtu # TODO why\n' 'missed\tkept-mtu known'
check "a check that does not pass without the mutant does not catch" verdict 'ends-rst ends-fin ends-timeout other' \
	'not ok 1 - ends-rst\nnot ok 2 - ends-fin\nnot ok 3 - ends-timeout\nnot ok 4 - other\n' \
	'missed\tends-rst known without it, too; ends-fin skipped without it, too; ends-timeout failed without it, too; other did not run without it; others failed: ends-rst ends-fin ends-timeout other'
check "a check that did not run does not catch" verdict 'kept-ttl' 'ok 1 - kept-mtu\n' 'missed\tkept-ttl did not run'
check "an unknown mutant is refused" ends_saying 2 "mutant 'none': expected one of" env MUTANTS=none scripts/mutants
check "three boots at once are refused" ends_saying 2 "JOBS='3': expected " env JOBS=3 scripts/mutants
check "a kernel without source is refused" ends_saying 2 "KERNEL=4.4" env KERNEL=4.4 scripts/mutants
ktap_end
