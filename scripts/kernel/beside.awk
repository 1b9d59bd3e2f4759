# SPDX-License-Identifier: GPL-2.0
#
# beside.awk, after versions.awk: of the lines of packages.awk, prints that of the whole kernel nearest to another one in its
# series: of the same suite, which has the same compiler, if there is one. Variables: name and suite of the other one.
# Status 1 if there is none.

BEGIN {
	FS = "\t"
}

$6 == "-" && series_of($1) == series_of(name) {
	far = key($1) - key(name)
	if (far < 0)
		far = -far
	if ($2 != suite)
		far += key(name)
	if (!found || far < least) {
		found = $0
		least = far
	}
}

END {
	if (!found)
		exit 1
	print found
}
