# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What ARCH= means, without a machine: names, what is taken from data/arch, what has another name then, and what the user is
# told where architectures do not fit. Tests of an arm64 guest are in 21-arm64.sh.
# shellcheck disable=SC2016 # texts are expanded by the shell that they are for
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset ARCH QUIET VERBOSE MODULES KERNEL CPU
export FLOWBENCH_CACHE=$dir/cache KVM=0
if [[ $HOSTTYPE == x86_64 ]]; then foreign=arm64 own=x86_64; else foreign=x86_64 own=arm64; fi

# prints ARCH TEXT COMMAND…: what a shell with scripts/lib.sh prints for this ARCH=
prints() {
	local said

	said=$(ARCH=$1 bash -c '. scripts/lib.sh && "$@"' in_lib "${@:3}" 2>&1)
	[[ $said == "$2" ]] || { printf 'ARCH=%s %s: %s\n' "$1" "${*:3}" "$said" && return 1; }
}

named() {
	local name

	for name in x86_64 amd64 x86; do prints "$name" x86_64 eval 'echo $FB_ARCH' || return 1; done
	for name in arm64 aarch64; do prints "$name" arm64 eval 'echo $FB_ARCH' || return 1; done
	prints '' "$own " eval 'echo "$FB_ARCH $FB_FOREIGN"' && prints "$own" "$own " eval 'echo "$FB_ARCH $FB_FOREIGN"' &&
		prints "$foreign" "$foreign 1" eval 'echo "$FB_ARCH $FB_FOREIGN"'
}

# one_line STATUS PATTERN COMMAND…: ends so, and says one line
one_line() {
	ends_saying "$@" || return 1
	[[ $(wc -l <"$dir/said") == 1 ]] || { cat "$dir/said" && return 1; }
}

unknown() {
	local script

	for script in run bench setup dev/deb kernel/get kernel/list vm/boot vm/native-program; do
		one_line 2 "^flowbench: $script: ARCH='riscv64': expected one of arm64 x86_64$" env ARCH=riscv64 "scripts/$script" x || return 1
	done
	ends_saying 2 "ARCH='a\?\[': expected one of" env ARCH=$'a\n[' scripts/run
}

# The names of results and of kernels
words() {
	prints '' 6.12 fb_kernel_word 6.12 && prints "$own" 6.12 fb_kernel_word 6.12 && prints "$foreign" "6.12-$foreign" fb_kernel_word 6.12 &&
		prints arm64 6.1.0-50-arm64 fb_kernel_word 6.1.0-50-arm64
}

# Each of data/arch has all keys, and they lead somewhere.
whole() {
	local arch key

	for arch in arm64 x86_64; do
		for key in names debian triplet kbuild image loader qemu package cpu; do
			[[ $(ARCH=$arch bash -c '. scripts/lib.sh && fb_arch "$1"' _ "$key") ]] || { printf '%s: no %s\n' "$arch" "$key" && return 1; }
		done
		[[ $(ARCH=$arch bash -c '. scripts/lib.sh && fb_cpu') =~ ^[a-z0-9-]+(,[a-z0-9.-]+=(on|off))*$ ]] || return 1
	done
	prints x86_64 '' fb_arch board && prints arm64 virt,gic-version=3 fb_arch board
}

# image ARCH FILE: what begins like a kernel of this architecture
image() {
	truncate -s 600 "$2"
	if [[ $1 == arm64 ]]; then
		printf 'ARM\x64' | dd of="$2" bs=1 seek=56 conv=notrunc status=none
	else
		printf HdrS | dd of="$2" bs=1 seek=514 conv=notrunc status=none
	fi
}

# elf ARCH FILE: what begins like a module of this architecture
elf() {
	local machine='\x3e'

	[[ $1 != arm64 ]] || machine='\xb7'
	printf '%b' '\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00' "$machine" '\x00' >"$2"
}

kinds() {
	local arch

	for arch in arm64 x86_64; do
		image "$arch" "$dir/image" && elf "$arch" "$dir/elf" && prints '' "$arch" fb_arch_of "$dir/image" && prints '' "$arch" fb_arch_of "$dir/elf" || return 1
		rm -f "$dir/image"
	done
	prints '' '' fb_arch_of scripts/run && prints '' '' fb_arch_of "$dir/nothing"
}

kernel_of_another() {
	mkdir -p "$dir/lib/modules/6.12/kernel" && image "$foreign" "$dir/vmlinuz" &&
		one_line 2 "KERNEL='[^']*/vmlinuz': it is of $foreign, and the guest is $own; ARCH=$foreign is that one$" \
			env KERNEL="$dir/vmlinuz" MODULES="$dir/lib/modules/6.12" scripts/kernel/get "$dir/vmlinuz"
}

# A copy whose guest is there
module_of_another() {
	local tree=$dir/tree name

	mkdir -p "$tree" "$dir/set" && cp -a scripts netns-lab "$tree/" && echo 6.12 >"$dir/set/release" && elf "$foreign" "$dir/other.ko" || return 1
	for name in vm/image vm/qemu; do printf '#!/bin/sh\necho "%s/file"\n' "$dir" >"$tree/scripts/$name"; done
	printf '#!/bin/sh\necho "%s/set"\n' "$dir" >"$tree/scripts/kernel/get"
	touch "$dir/set/modules.cpio" "$dir/file"
	one_line 2 "--module '[^']*/other.ko': it is of $foreign, and the guest is $own; ARCH=$foreign is that one$" \
		"$tree/scripts/vm/boot" --kernel 6.12 --module "$dir/other.ko" -- true
}

built_here() {
	mkdir -p "$dir/variant/mod" && echo 6.12 >"$dir/variant/release" &&
		one_line 69 "KERNEL=[^ ]*/variant: whole trees are built here for $own only, and ARCH is $foreign$" \
			env ARCH=$foreign scripts/kernel/get "$dir/variant" &&
		one_line 69 "kernels are built here for $own only, and ARCH is $foreign$" env ARCH=$foreign scripts/kernel/build-variant 6.12
}

no_qemu() {
	local tool

	mkdir -p "$dir/bin"
	for tool in bash sh env dirname cat sed awk head mkdir id stat find realpath date basename; do
		ln -sf "$(type -P "$tool")" "$dir/bin/$tool"
	done
	# lib.sh puts sbin behind PATH, and no QEMU lies there.
	one_line 1 "'qemu-system-[a-z0-9_]*' is missing: run 'ARCH=$foreign make setup'$" env PATH="$dir/bin" ARCH=$foreign scripts/vm/qemu
}

no_mmdebstrap() {
	local tool

	for tool in awk grep paste; do ln -sf "$(type -P "$tool")" "$dir/bin/$tool"; done
	one_line 1 "^flowbench: package/toolchain: 'mmdebstrap' is missing: run 'ARCH=$foreign make setup'$" \
		env PATH="$dir/bin" ARCH=$foreign scripts/package/toolchain trixie
}

# What apt says of a suite that lacks the architecture, or a library
no_package() {
	mkdir -p "$dir/apt" && printf '#!/bin/sh\necho "E: Unable to locate package libbpf-dev:arch"; exit 1\n' >"$dir/apt/mmdebstrap" &&
		chmod +x "$dir/apt/mmdebstrap" || return 1
	ends_saying 69 "^flowbench: package/toolchain: suite 'trixie' has no libbpf-dev:arch, which building packages for $foreign needs$" \
		env QUIET=1 PATH="$dir/apt:$PATH" ARCH=$foreign scripts/package/toolchain trixie &&
		[[ $(grep -cv ' failed$' "$dir/said") == 1 ]]
}

# Packages of this machine's architecture are of its own release.
suites() {
	one_line 2 "^flowbench: dev/deb: SUITE='woody': expected bullseye, .* or experimental$" env ARCH=$foreign SUITE=woody scripts/dev/deb &&
		one_line 2 "^flowbench: dev/deb: SUITE=trixie: packages of this machine's architecture are of its own release" env SUITE=trixie scripts/dev/deb
}

# The package lists of another architecture
lists() {
	sed 's/amd64/arm64/g' tests/fixtures/packages >"$dir/packages"
	awk -v suite=s -f scripts/kernel/packages.awk tests/fixtures/packages | sed 's/amd64/arm64/g' >"$dir/want"
	[[ -s $dir/want ]] && awk -v suite=s -v arch=arm64 -f scripts/kernel/packages.awk "$dir/packages" | diff "$dir/want" - &&
		[[ ! $(awk -v suite=s -v arch=arm64 -f scripts/kernel/packages.awk tests/fixtures/packages) ]]
}

# A kernel of the cache is one of its architecture only.
cached() {
	local kept=$FLOWBENCH_CACHE/toolchain/trixie_6.12.86-1_6.12.86+deb13-arm64-0123

	mkdir -p "$kept" "$FLOWBENCH_CACHE/tmp" "$FLOWBENCH_CACHE/locks" &&
		printf '6.12.86\ttrixie\t6.12.86+deb13-arm64\t6.12.86-1\t120000\t-\t6.12\n' >"$kept/kernel" &&
		ends 0 env ARCH=arm64 scripts/kernel/resolve 6.12.86 && says '6\.12\.86\+deb13-arm64' || return 1
	mkdir -p "$FLOWBENCH_CACHE/archive/$(bash -c '. scripts/lib.sh && fb_hash -- scripts/data/suites scripts/kernel/packages.awk')" &&
		printf '6.12.117\ttrixie\t6.12.117+deb13-amd64\t6.12.117-1\t120000\t-\t6.12\n' >"$(echo "$FLOWBENCH_CACHE"/archive/*)/kernels" &&
		ends_saying 69 "no kernel '6\.12\.86'" env ARCH=x86_64 scripts/kernel/resolve 6.12.86
}

ktap_plan 14
check "names of architectures" named
check "another one: one line" unknown
check "kernels and results of another architecture have its name" words
check "each architecture is described in full" whole
check "the architecture of an image and of a module" kinds
check "a kernel of another architecture: one line" kernel_of_another
check "a module of another architecture: one line" module_of_another
check "builds of whole trees are for this machine: one line" built_here
check "no QEMU for it: one line" no_qemu
check "no mmdebstrap for a package: one line" no_mmdebstrap
check "a suite without what a package is built with: one line" no_package
check "suites of packages" suites
check "package lists" lists
check "kernels of the cache" cached
ktap_end
