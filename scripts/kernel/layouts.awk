# SPDX-License-Identifier: GPL-2.0
#
# layouts.awk: reads what pahole prints of two kernels, and prints the names of the structures that are laid out
# otherwise, and those that the first kernel does not know ("NAME unknown"). Input: the names of interest, one a line;
# the layouts of the first kernel; those of the second.

FNR == 1 {
	file++
}

file == 1 {
	wanted[$1]
	next
}

# A type of several files may be there several times; the first one counts.
/^(struct|union) [A-Za-z_0-9]+ \{$/ {
	name = $2
	lines = ""
}

name != "" {
	lines = lines $0 "\n"
}

/^\}/ {
	if (file == 2) {
		if (!(name in one))
			one[name] = lines
	} else if (!(name in two))
		two[name] = lines
	name = ""
}

END {
	for (name in wanted) {
		if (!(name in one))
			print name, "unknown"
		else if (one[name] != two[name])
			print name, "differs"
	}
}
