# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# types.sh KERNEL: what a module may depend on of a kernel. It runs in a toolchain's tree, whose pahole it uses, in a folder
# with KERNEL.vmlinux, KERNEL.modules/*.ko, the files *.awk, and structures, the names of those of interest. It writes
#
#   KERNEL.exports   "NAME CRC" of each exported symbol
#   KERNEL.enums     "NAME VALUE" of each enumerator
#   KERNEL.layouts   structures, with the offset of each member: all of the image, and those of interest that modules have
set -eu

kernel=$1
vmlinux=$kernel.vmlinux
mkdir "$kernel.sections"

# address SECTION: its lower half, which the shell can count with
address() {
	readelf -SW "$vmlinux" | sed 's/^ *\[ *[0-9]*\] //' | awk -v name="$1" '$1 == name { print substr($3, 9) }'
}

# content SECTION FILE: copies the content of a section
content() {
	objcopy --dump-section "$1=$kernel.sections/$2" "$vmlinux" /dev/null
}

strings=$(address __ksymtab_strings)
content __ksymtab_strings strings
tr '\0' '\n' <"$kernel.sections/strings" >"$kernel.sections/names"
for part in __ksymtab __ksymtab_gpl; do
	at=$(address "$part")
	# Newer kernels have one section for both kinds.
	[ "$at" ] || continue
	content "$part" "$part"
	content "__kcrctab${part#__ksymtab}" crcs
	od -An -v -td4 -w12 "$kernel.sections/$part" >"$kernel.sections/entries"
	od -An -v -tx4 -w4 "$kernel.sections/crcs" | paste -d ' ' "$kernel.sections/entries" - |
		awk -v delta="$((0x$at - 0x$strings))" -f exports.awk "$kernel.sections/names" -
done | sort >"$kernel.exports"

content .BTF btf
# Of the header: its own length, and where types and strings are behind it
# shellcheck disable=SC2046 # five numbers
set -- $(od -An -tu4 -j4 -N20 "$kernel.sections/btf")
tail -c "+$(($1 + $4 + 1))" "$kernel.sections/btf" | tr '\0' '\n' >"$kernel.sections/names"
tail -c "+$(($1 + $2 + 1))" "$kernel.sections/btf" | head -c "$3" | od -An -v -td4 -w4 |
	awk -f enums.awk "$kernel.sections/names" - | sort -u >"$kernel.enums"

pahole -F btf "$vmlinux" >"$kernel.layouts"
sed -nE 's/^(struct|union) ([A-Za-z_0-9]+) \{$/\2/p' "$kernel.layouts" | sort -u | comm -13 - structures >"$kernel.missing"
if [ -s "$kernel.missing" ]; then
	{ grep -laFwf "$kernel.missing" "$kernel.modules"/*.ko || true; } | while read -r module; do
		pahole --btf_base "$vmlinux" -F btf "$module" >>"$kernel.layouts"
	done
fi
