# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Reads tests/table, on the host and in the guest.

# fb_tests PART WHERE: the tests of this part and place, one a line: "SECONDS NAME REST". A dot stands for each of them.
fb_tests() {
	awk -v part="$1" -v where="$2" '$1 != "#" && (part == "." || $1 == part) && $2 == where { $1 = $2 = ""; print }' \
		"${BASH_SOURCE[0]%.sh}"
}

# fb_guest_processors PART: how many processors guest tests of this part ask for that need several: numbers, one a line
fb_guest_processors() {
	fb_tests "$1" guest | sed -n 's/.* smp=\([0-9]*\).*/\1/p' | sort -un
}
