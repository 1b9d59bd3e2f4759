# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The kernel's own nft_flowtable.sh runs unchanged, its traffic is accounted for, and what it calls offloaded
# truly took the fast path; twice alike. Of 6.1 it is asked that it runs to its end, whatever it says: its
# transfers have three seconds each.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch

# selftest KERNEL [OPTION…]: what it says into $dir/said, and its status
selftest() {
	KERNEL=$1 SEED=1 scripts/selftest "${@:2}" >"$dir/said" 2>"$dir/err" && return
	tail -n 3 "$dir/err"
	cat "$dir/said"
	return 1
}

# fast PATTERN PERCENT: each sub-test that says PATTERN passed, with at least so much on the fast path
fast() {
	awk -v least="$2" -v pattern="$1" '$7 == "PASS:" && $0 ~ pattern { n++; if ($6 + 0 < least) { print; bad = 1 } }
		END { exit !n || bad }' "$dir/said"
}

again() {
	cp "$dir/said" "$dir/first"
	selftest 6.12 -o 9000 -l 1500 -r 2000 && diff "$dir/first" "$dir/said"
}

ktap_plan 7
check "6.12: the script passes, and every packet is accounted for" selftest 6.12 -o 9000 -l 1500 -r 2000
check "with an exit status that agrees" says '^exit status 0 with 17 PASS, 0 FAIL, .*: they agree$'
check "through ESP nearly all of it is fast" fast 'ipsec tunnel mode' 90
check "and where packets are cut up, less than half" says '^PASS with less than half .*: 6 of 16 '
check "a second boot prints the same" again
selftest 6.1 >"$dir/shown" 2>&1 || true
check "6.1: the script comes to its end" says '^exit status [01] with [0-9]+ PASS, '
check "and every packet is accounted for" says '^accounted for: [0-9]+ packets'
ktap_end
