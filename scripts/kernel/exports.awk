# SPDX-License-Identifier: GPL-2.0
#
# exports.awk: prints "NAME CRC" of a kernel's exported symbols. Input: the section __ksymtab_strings, with newlines in
# place of its zeros; then, for each symbol, its entry of __ksymtab as three numbers, and its CRC as a word. The second
# number is where the name is, from that number on. Variable: delta, the address of __ksymtab less that of the strings.

FNR == NR {
	at[++names] = off + 0
	text[names] = $0
	off += length($0) + 1
	next
}

{
	print name(delta + 12 * symbols++ + 4 + $2), $4
}

# A name may be the end of a longer one: the linker merges them.
function name(where,  low, high, middle) {
	low = 1
	high = names
	while (low < high) {
		middle = int((low + high + 1) / 2)
		if (at[middle] <= where)
			low = middle
		else
			high = middle - 1
	}
	return substr(text[low], where - at[low] + 1)
}
