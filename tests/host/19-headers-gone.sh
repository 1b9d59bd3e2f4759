# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A kernel whose headers the archive does not have any more: which kernel's headers come next, what differs between two
# kernels for a module (symbols and their CRCs, structures, enumerators), and that a kernel does not differ from itself.
# tests/slow/35-headers-gone.sh has the archive's own kernels.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset QUIET VERBOSE

# prints WANTED COMMAND…: COMMAND prints these lines, given with blanks between
prints() {
	local is

	is=$("${@:2}" | paste -sd ,)
	[[ $is == "$1" ]] || { printf 'printed: %s\n' "$is" && return 1; }
}

# beside NAME SUITE: of four kernels
beside() {
	printf '%s\t%s\tr\tv\t1\t%s\t-\n' 6.12.86 trixie - 6.12.94 bookworm-backports headers 6.12.95 bookworm-backports - \
		6.18.5 trixie-backports headers 7.2.6 trixie-backports - |
		awk -v name="$1" -v suite="$2" -f scripts/kernel/versions.awk -f scripts/kernel/beside.awk | cut -f 1
}

# Three symbols. The name of the third one is the end of the first one's. Strings are 100 behind the table: an entry's
# second number leads from itself to the name.
exports() {
	printf 'skb_put\nkfree\n' >"$dir/names"
	printf '1 96 0 0000aaaa\n1 92 0 0000bbbb\n1 76 0 0000cccc\n' |
		awk -v delta=-100 -f scripts/kernel/exports.awk "$dir/names" -
}

# An int; an enum of two values; a struct of one member; an enum of 64 bits; a pointer. Numbers are words of the BTF.
enums() {
	printf '\nint\nA\nB\nBIG\ns\n' >"$dir/names"
	printf '%s\n' 1 $((1 << 24)) 4 32 \
		0 $((6 << 24 | 2)) 4 5 7 7 -1 \
		13 $((4 << 24 | 1)) 4 1 1 0 \
		0 $((19 << 24 | 1)) 8 9 5 1 \
		0 $((2 << 24)) 1 | awk -f scripts/kernel/enums.awk "$dir/names" -
}

layouts() {
	printf '%s\n' same moved gone own >"$dir/names"
	printf 'struct same {\n\tint a; /* 0 4 */\n};\nstruct moved {\n\tint a; /* 0 4 */\n};\n' >"$dir/one"
	printf 'struct same {\n\tint a; /* 0 4 */\n};\nstruct moved {\n\tint a; /* 8 4 */\n};\nstruct gone {\n};\n' >"$dir/two"
	printf 'struct other {\n};\n' >>"$dir/one"
	awk -f scripts/kernel/layouts.awk "$dir/names" "$dir/one" "$dir/two" | sort
}

# The kernel 6.12, and its module.
set_dir=$(scripts/kernel/get 6.12) module=$(scripts/vm/module 6.12) || exit 1

unpacked() {
	scripts/kernel/vmlinux "$set_dir/vmlinuz" "$dir/vmlinux" && readelf -SW "$dir/vmlinux" | grep ' \.BTF ' >/dev/null
}

itself() {
	scripts/kernel/differs "$set_dir" "$set_dir" "${module%/*}" >"$dir/said" 2>"$dir/err" && [[ ! -s $dir/said ]] && return
	head "$dir/said" "$dir/err"
	return 1
}

# A module that was built for another CRC of one symbol.
another() {
	mkdir "$dir/module"
	cp -- "${module%/*}"/flowbench_idle.ko* "$dir/module/"
	perl -0777 -pi -e 's/.{8}(?=cpuidle_register\0)/\xde\xad\xbe\xef\0\0\0\0/s' "$dir/module/flowbench_idle.ko" || return 1
	prints 'symbol cpuidle_register' scripts/kernel/differs "$set_dir" "$set_dir" "$dir/module"
}

ktap_plan 10
check "the nearest whole kernel of the series, of the same suite" prints 6.12.95 beside 6.12.94 bookworm-backports
check "a nearer one of another suite has another compiler" prints 6.12.95 beside 6.12.85 bookworm-backports
check "without one of the same suite, of another" prints 6.12.95 beside 6.12.94 sid
check "no other series" prints '' beside 6.18.5 trixie-backports
check "symbols and their CRCs" prints 'skb_put 0000aaaa,kfree 0000bbbb,put 0000cccc' exports
check "enumerators, also of 64 bits" prints 'A 7,B -1,BIG 5 1' enums
check "structures that differ, and those that the kernel does not know" prints 'gone unknown,moved differs,own unknown' layouts
check "a kernel's image is unpacked" unpacked
check "a kernel does not differ from itself" itself
check "nor does it stay unseen that one symbol has another CRC" another
ktap_end
