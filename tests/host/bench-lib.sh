# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for tests of prices. The test sets paths and settings, options of flowbench bench.

export FB_SILENT=1 KVM=0 SMP=1

# price DIR: prices the paths in a guest; the table is in DIR.table, all other results are in DIR
price() {
	env -u FB_SILENT scripts/vm/boot --kernel 6.12 --timeout 1500 --out "$1" --count -- userspace/flowbench bench -q \
		"${settings[@]}" --json out/bench.json "${paths[@]}" >"$1.printed" || {
		cat "$1.printed"
		return 1
	}
	mv -- "$1/table" "$1.table"
}

# paths_since VERSION: prints the paths that a kernel of this version has
paths_since() {
	local path since until

	for path in userspace/data/paths/*; do
		since=$(sed -n 's/^since *= *//p' "$path")
		until=$(sed -n 's/^until *= *//p' "$path")
		if printf '%s\n' "${since:-0}" "$1" | sort -CV && ! printf '%s\n' "${until:-99}" "$1" | sort -CV; then
			printf '%s\n' "${path##*/}"
		fi
	done
}

# cycles DIR: prints the count of every round, in order
cycles() {
	grep -o '"cycles": [0-9]*' "$1/bench.json"
}

# same DIR DIR: both boots have the same table and the same counts. Otherwise prints where the boots differ, because
# their results are removed at the end of the test.
same() {
	diff "$1.table" "$2.table" && diff <(cycles "$1") <(cycles "$2") && return
	diff "$1/fingerprint" "$2/fingerprint"
	diff <(sed 's/^\[[^]]*\]//' "$1/dmesg") <(sed 's/^\[[^]]*\]//' "$2/dmesg") | head -n 6
	return 1
}
