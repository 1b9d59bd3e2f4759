# SPDX-License-Identifier: GPL-2.0
#
# heads.awk: prints the heads of checks, a line with NAME, KEY and VALUE for each of their lines, with tabs between:
#
#	awk -f heads.awk taken-udp46.sh
#
# The first line of each check has the key "file" and the value "FILE|4, 6 or nothing|KIND or nothing".
# userspace/check/variant.h says which checks a file is, and what stands for $V and $1 in their heads.

# Prints the lines of the head for one check. VERSION is 4, 6, or empty; ROW is a row of the table, or empty.
function print_head(version, row,  name, i, k, n, words, key, value) {
	name = file
	if (version != "")
		sub(/46/, version, name)
	n = split(row, words, /[ \t]*\|[ \t]*/)
	if (n)
		sub(/KIND/, words[1], name)
	printf "%s\tfile\t%s|%s|%s\n", name, path, version, n ? words[1] : ""
	for (i = 1; i <= nr; i++) {
		key = keys[i]
		value = values[i]
		for (k = 2; k <= n; k++)
			gsub("\\$" (k - 1), words[k], value)
		if (version != "") {
			if (key ~ /[46]$/ && !sub(version "$", "", key))
				continue
			gsub(/\$V/, version, value)
		}
		if (!n || value != "")
			printf "%s\t%s\t%s\n", name, key, value
	}
}

function print_row(row) {
	if (both) {
		print_head(4, row)
		print_head(6, row)
	} else {
		print_head("", row)
	}
}

function print_file(  i) {
	for (i = 1; i <= rows; i++)
		print_row(table[i])
	if (nr && !rows)
		print_row("")
}

FNR == 1 {
	print_file()
	file = path = FILENAME
	gsub(/^.*\/|\.sh$/, "", file)
	in_head = 1
	nr = rows = both = 0
}

!/^#/ {
	in_head = 0
}

in_head && /^# for: / {
	both = 1
}

in_head && sub(/^# kind: /, "") {
	sub(/[ \t]+$/, "")
	table[++rows] = $0
}

in_head && match($0, /^# [a-z]+[46]?: /) && $0 !~ /^# for: / {
	keys[++nr] = substr($0, 3, RLENGTH - 4)
	values[nr] = substr($0, RLENGTH + 1)
}

END {
	print_file()
}
