# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The mutants: each says what it plants and which checks see it, applies to the source, and touches modules
# only; how a boot with one is judged, line by line; and what make mutants refuses.
#
# needs: 6.12 source
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch

# verdict WANTED MUTANT EXPECTED: judged against $dir/base; MUTANT is KTAP, EXPECTED what comes of it
verdict() {
	local got

	printf 'TAP version 13\n1..3\n%b' "$2" >"$dir/mutant"
	got=$(awk -f tests/mutants/judge.awk -v wanted="$1" "$dir/base" "$dir/mutant")
	[[ $got == "$(printf '%b' "$3")" ]] && return
	printf 'says: %s\n' "$got"
	return 1
}

# each COMMAND…: of the path of each mutant; names those for which it fails
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
		[[ -f tests/validate/$name.sh ]] || return 1
	done
}

count_is() {
	local patches=(tests/mutants/*.patch)

	((${#patches[@]} >= 14))
}

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
check "each says what it plants, and which checks see it" each has_head
check "each is to be caught by checks that there are" each checks_exist
source=$(scripts/kernel/source 6.12 2>"$dir/said")
case $? in
0)
	check "each applies to the source, never by guess" each applies
	check "each touches modules only" each in_modules
	;;
*)
	skip "each applies to the source, never by guess" "$(tail -n 1 "$dir/said")"
	skip "each touches modules only" "$(tail -n 1 "$dir/said")"
	;;
esac
check "a failed check catches, with its claim" verdict 'kept-mtu' \
	'# NOT hook  fast: expected = 0, counted 3\nnot ok 1 - kept-mtu: packets over the MTU\n# failed: hook: fast = 0, counted 3\n# 0 passed\n' \
	'caught\tkept-mtu\thook: fast = 0, counted 3'
check "the first one named is told" verdict 'kept-ttl kept-mtu' \
	'not ok 1 - kept-mtu\n# failed: a\nnot ok 2 - kept-ttl\n# failed: b\n' 'caught\tkept-ttl\tb'
check "but a claim rather than a check that stopped" verdict 'kept-ttl kept-mtu' \
	'not ok 1 - kept-mtu\n# failed: a\nnot ok 2 - kept-ttl\n# failed: did not come to its end (status 1)\n' \
	'caught\tkept-mtu\ta'
check "one that stopped catches as well" verdict 'kept-ttl' \
	'not ok 2 - kept-ttl\n# failed: did not come to its end (status 1)\n' \
	'caught\tkept-ttl\tdid not come to its end (status 1)'
check "one that was not begun does not" verdict 'kept-ttl' \
	'not ok 2 - kept-ttl\n# failed: cannot be run: no memory\n' \
	'missed\tkept-ttl failed, cannot be run: no memory; others failed: kept-ttl'
check "one that says nothing catches as well" verdict 'kept-ttl' \
	'not ok 1 - kept-ttl\n' 'caught\tkept-ttl\tfailed, and does not say why'
check "nor one that passes" verdict 'kept-mtu' 'ok 1 - kept-mtu\n# failed: by nobody\n' 'missed\tkept-mtu passed'
check "nor one that is not named" verdict 'kept-mtu' \
	'ok 1 - kept-mtu\nnot ok 2 - kept-ttl\n' 'missed\tkept-mtu passed; others failed: kept-ttl'
check "nor one that is skipped" verdict 'kept-mtu' \
	'ok 1 - kept-mtu # SKIP nothing there\n' 'missed\tkept-mtu skipped: nothing there'
check "nor one that fails as this kernel is known to" verdict 'kept-mtu' \
	'not ok 1 - kept-mtu # TODO why\n' 'missed\tkept-mtu known'
check "nor one that does not pass without the mutant" verdict 'ends-rst ends-fin ends-timeout other' \
	'not ok 1 - ends-rst\nnot ok 2 - ends-fin\nnot ok 3 - ends-timeout\nnot ok 4 - other\n' \
	'missed\tends-rst known without it, too; ends-fin skipped without it, too; ends-timeout failed without it, too; other did not run without it; others failed: ends-rst ends-fin ends-timeout other'
check "nor one that did not run" verdict 'kept-ttl' 'ok 1 - kept-mtu\n' 'missed\tkept-ttl did not run'
check "a mutant that there is none of is refused" ends_saying 2 "no mutant 'none'" env MUTANTS=none scripts/mutants
check "so are three boots at once" ends_saying 2 'neither 1 nor 2' env JOBS=3 scripts/mutants
check "and a kernel that has no source" ends_saying 2 "KERNEL=4.4" env KERNEL=4.4 scripts/mutants
ktap_end
