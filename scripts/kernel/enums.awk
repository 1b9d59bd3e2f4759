# SPDX-License-Identifier: GPL-2.0
#
# enums.awk: prints "NAME VALUE" of each enumerator of a BTF. Input: its strings, with newlines in place of zeros; then
# its types, one number of 32 bits a line.

FNR == NR {
	text[off + 0] = $0
	off += length($0) + 1
	next
}

# A type is a name, a word with its kind and how many members it has, a size or type, and what follows by its kind.
place == 0 {
	place = 1
	next
}

place == 1 {
	info = $1 < 0 ? $1 + 4294967296 : $1
	members = info % 65536
	kind = int(info / 16777216) % 32
	place = 2
	next
}

place == 2 {
	place = 0
	# int, var, decl_tag; array; struct, union, datasec; func_proto
	if (kind == 1 || kind == 14 || kind == 17)
		skip = 1
	else if (kind == 3)
		skip = 3
	else if (kind == 4 || kind == 5 || kind == 15)
		skip = 3 * members
	else if (kind == 13)
		skip = 2 * members
	else
		skip = 0
	if (skip)
		place = 3
	if ((kind == 6 || kind == 19) && members) {
		words = kind == 6 ? 2 : 3
		word = 0
		place = 4
	}
	next
}

place == 3 {
	if (--skip == 0)
		place = 0
	next
}

place == 4 {
	line = word ? line " " $1 : text[$1]
	if (++word == words) {
		print line
		word = 0
		if (--members == 0)
			place = 0
	}
}
