# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The kernel's own nft_flowtable.sh runs unchanged. Each packet of its traffic is accounted for. What it calls offloaded
# took the fast path. Two boots print the same. On 6.1 the script only has to end, with any verdict, because it gives
# each transfer three seconds.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch

# selftest KERNEL [OPTION…]: runs it; its output is in $dir/said
selftest() {
	KERNEL=$1 SEED=1 scripts/selftest "${@:2}" >"$dir/said" 2>"$dir/err" && return
	tail -n 3 "$dir/err"
	cat "$dir/said"
	return 1
}

# fast PATTERN PERCENT: each sub-test like PATTERN passed, with at least PERCENT of its packets on the fast path
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
check "its exit status agrees with its output" says '^exit status 0 with 17 PASS, 0 FAIL, .*: they agree$'
check "through ESP at least 90 % take the fast path" fast 'ipsec tunnel mode' 90
check "six sub-tests pass with less than half on the fast path" says '^PASS with less than half .*: 6 of 16 '
check "a second boot prints the same" again
selftest 6.1 >"$dir/shown" 2>&1 || true
check "6.1: the script ends" says '^exit status [01] with [0-9]+ PASS, '
check "6.1: every packet is accounted for" says '^accounted for: [0-9]+ packets'
ktap_end
