# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the tests of prices share. paths and rounds say what is priced.

export FB_SILENT=1 KVM=0 SMP=1

# price DIR: the table is left in DIR.table
price() {
	env -u FB_SILENT scripts/vm/boot --kernel 6.12 --timeout 1500 --out "$1" -- userspace/flowbench bench -q \
		--rounds "$rounds" --json out/bench.json "${paths[@]}" >"$1.table" || {
		cat "$1.table"
		return 1
	}
}

# cycles DIR: every round's count, in order
cycles() {
	grep -o '"cycles": [0-9]*' "$1/bench.json"
}

# Where two boots part is said at once: afterwards their results are gone.
same() {
	diff "$1.table" "$2.table" && diff <(cycles "$1") <(cycles "$2") && return
	diff "$1/fingerprint" "$2/fingerprint"
	diff <(sed 's/^\[[^]]*\]//' "$1/dmesg") <(sed 's/^\[[^]]*\]//' "$2/dmesg") | head -n 6
	return 1
}
