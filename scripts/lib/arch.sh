# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The architecture that things are built for and that the guest has: ARCH=, by default that of this machine. All that is
# known of an architecture stands in data/arch/NAME, one file each:
#
#   names     what ARCH= may say; the first one is the file's name
#   debian    Debian's name of it                         kbuild  the kernel's name
#   triplet   of its compilers and libraries              image   the kernel's image, in a kernel's tree
#   loader    of its programs, below /usr                 qemu    the command, and package Debian's package of it
#   board     of QEMU's -machine; none is QEMU's default  cpu     the file of data that names the processor
#   modules   a file of data: the guest's modules on top of data/modules
#   clock     what -cpu needs, so that a tick of the guest's clock is an instruction
#
# FB_ARCH is its name, FB_FOREIGN is set if it is not this machine's.

# fb_arch_named NAME: prints which architecture NAME is; nothing for another word
fb_arch_named() {
	local file key value name

	for file in "$FB_SCRIPTS"/data/arch/*; do
		while read -r key value; do
			[[ $key == names ]] || continue
			for name in $value; do
				[[ $name != "$1" ]] || printf '%s\n' "${file##*/}"
			done
		done <"$file"
	done
}

# fb_arch KEY [NAME]: prints a value of data/arch/NAME, by default of FB_ARCH; nothing if it has none
fb_arch() {
	local key value

	while read -r key value; do
		[[ $key != "$1" ]] || printf '%s\n' "$value"
	done <"$FB_SCRIPTS/data/arch/${2:-$FB_ARCH}"
}

# fb_arch_set: sets FB_HOST_ARCH, FB_ARCH and FB_FOREIGN; ends the script unless ARCH= names one of data/arch
fb_arch_set() {
	FB_HOST_ARCH=$(fb_arch_named "$HOSTTYPE")
	FB_FOREIGN=''
	if [[ ${ARCH:-} ]]; then
		FB_ARCH=$(fb_arch_named "$ARCH")
		[[ $FB_ARCH ]] || fb_die -s "${fb_misuse:-2}" "ARCH=$(fb_quoted "$ARCH"): expected one of" \
			"$(cd -- "$FB_SCRIPTS/data/arch" && echo *)"
	else
		FB_ARCH=$FB_HOST_ARCH
	fi
	[[ $FB_HOST_ARCH ]] || fb_die -s "$FB_UNAVAILABLE" "this machine is $(fb_quoted "$HOSTTYPE"): expected one of" \
		"$(cd -- "$FB_SCRIPTS/data/arch" && echo *)"
	[[ $FB_ARCH == "$FB_HOST_ARCH" ]] || FB_FOREIGN=1
}

# fb_arch_of FILE: prints the architecture of a kernel's image or of an ELF file, as a module is; nothing of another file
fb_arch_of() {
	local bytes=()

	mapfile -t bytes < <(head -c 520 -- "$1" 2>/dev/null | od -An -v -tx1 -w1 | tr -d ' ')
	if [[ ${bytes[*]:0:4} == '7f 45 4c 46' ]]; then
		case ${bytes[*]:18:2} in
		'3e 00') echo x86_64 ;;
		'b7 00') echo arm64 ;;
		esac
	elif [[ ${bytes[*]:514:4} == '48 64 72 53' ]]; then # HdrS: Documentation/arch/x86/boot.rst
		echo x86_64
	elif [[ ${bytes[*]:56:4} == '41 52 4d 64' ]]; then # ARMd: Documentation/arch/arm64/booting.rst
		echo arm64
	fi
}

# fb_arch_check NAME FILE: ends the script if FILE is known to be of another architecture than FB_ARCH. NAME is who gave it.
fb_arch_check() {
	local arch

	arch=$(fb_arch_of "$2")
	[[ ! $arch || $arch == "$FB_ARCH" ]] ||
		fb_die -s 2 "$1$(fb_quoted "$2"): it is of $arch, and the guest is $FB_ARCH; ARCH=$arch is that one"
}

# fb_toolchain SUITE [LINE]: kernel/toolchain, or for another architecture than this machine's kernel/toolchain-cross
fb_toolchain() {
	"$FB_SCRIPTS/kernel/toolchain${FB_FOREIGN:+-cross}" "$@"
}

# fb_cross: prints the prefix of the compilers, as CROSS_COMPILE= takes it; nothing if it is this machine's architecture
fb_cross() {
	[[ ! $FB_FOREIGN ]] || printf '%s-\n' "$(fb_arch triplet)"
}
