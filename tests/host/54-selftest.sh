# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The table and the exit status of scripts/selftest for a record of the guest (6.12), and for records with one fault. The
# run itself is tests/slow/40-selftest.sh.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
recorded=tests/fixtures/selftest.tsv
sha=$(awk -F '\t' '$1 == "start" { print $2 }' $recorded)

# table STATUS [SED…]: makes the table of the record, changed by SED; the exit status is STATUS
table() {
	local want=$1 status=0
	shift

	sed -E -e '' "$@" "$recorded" | awk -v "sha=$sha" -f scripts/selftest.awk >"$dir/said" || status=$?
	((status == want)) && return
	printf 'status %d, not %d\n' "$status" "$want"
	cat "$dir/said"
	return 1
}

# nothing: an empty record is not a verdict
nothing() {
	table 2 -e d && says '^nothing was recorded$'
}

# wrong PATTERN SED…: a record changed by SED gives status 1 and prints PATTERN
wrong() {
	local pattern=$1
	shift

	table 1 "$@" && says "$pattern"
}

# refuses STATUS PATTERN ASSIGNMENT…: scripts/selftest ends with STATUS and prints PATTERN, before it boots anything
refuses() {
	ends_saying "$1" "$2" env "${@:3}" scripts/selftest
}

# sums: prints the last row as it should be, from the last counters of the record
sums() {
	awk -F '\t' '$1 == "line" { $0 = $0; s = $2; n = $2 + $3 + $4 + $5; f = $6 }
		END { printf "^all +%d +%d +%d +%d +%.1f +$\n", n, s, f, n - s - f, 100 * s / (s + f) }' $recorded
}

# Line 12 of the record is sub-test 11; RECEIVED is its seventh field.
ktap_plan 19
check "a complete record" table 0
check "the script is unchanged, with its checksum" says "^nft_flowtable.sh.*, unchanged \(sha256 ${sha:0:12}\)$"
check "each sub-test has a row" says '^ 17 .* PASS: ipsec tunnel mode for ns1/ns2$'
check "sub-tests of the second run have a row, too" says '^ 34 .* PASS: ipsec tunnel mode for ns1/ns2$'
check "a row has what was counted since the row before" says \
	'^ 12 +544 +381 +163 +0 +70\.0  PASS: flow offload for ns1/ns2 with dnat $'
check "a row without traffic has no percentage" says '^  2 +[0-9] +0 +0 +[0-9] +- +PASS: dscp_none:'
check "the last row has the sums" says "$(sums)"
check "sub-tests that pass with less than half on the fast path are listed" says \
	'^PASS with less than half of the packets on the fast path: 6 of 32 \(nr 1, 3, 4, 5, 6, 7\)$'
check "a packet that IP received, but that did not pass the flowtable" wrong \
	'^not accounted for: nr 11: the flowtable passed on [0-9]+ packets of IPv4, which received [0-9]+$' \
	-e '12s/^((\S+\t){6})\S+/\1999999/'
check "FAIL, and exit status 0" wrong '^exit status 0 .* 1 FAIL, .* they do not agree$' -e 12s/PASS/FAIL/
check "FAIL, and exit status 1" wrong '^exit status 1 .* 1 FAIL, .* they agree$' \
	-e 12s/PASS/FAIL/ -e 's/^end\t0/end\t1/'
check "no FAIL, and exit status 1" wrong 'they do not agree$' -e 's/^end\t0/end\t1/'
check "a record without its end" wrong 'the guest was lost after nr 34$' -e '/^end/d'
check "missed calls" wrong 'missed 3 calls$' -e 's/^(end\t0\t)0/\13/'
check "another script" wrong "is not the kernel's" -e "s/$sha/${sha//[0-9]/0}/"
check "a line of another form in the record" wrong '^not accounted for: not a record: lines' -e '12s/^line/lines/'
check "an empty record" nothing
check "other text is not a sub-test" table 0 -e '12s/PASS: /-rw-r--r-- /'
check "a kernel without source is refused" refuses 2 'its source is needed, so one of 5.10, 6.1, ' KERNEL=nonesuch
ktap_end
