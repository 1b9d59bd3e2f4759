# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What KERNEL= means. kernel/get takes each kind; everything else calls these functions.

# fb_kernel_kind SPEC: prints what kind of name SPEC is; nothing for another word
#
#   named     a line of data/kernels: 6.12
#   built     a file of data/builds: debug
#   variant   a directory that build-variant made
#   image     a file
#   tree      a revision of a git tree: DIR@REVISION
#   archived  a release, a series, a suite of data/suites, or SUITE/RELEASE
fb_kernel_kind() {
	if [[ -n $(fb_suite_of "$1") ]]; then
		echo named
	elif [[ $1 != */* && -f $FB_SCRIPTS/data/builds/$1 ]]; then
		echo built
	elif [[ -d $1/mod && -f $1/release ]]; then
		echo variant
	elif [[ -f $1 ]]; then
		echo image
	elif [[ $1 == ?*@?* && -d ${1%@*} ]]; then
		echo tree
	elif [[ $1 =~ ^[0-9]+\.[0-9]+[A-Za-z0-9.+~-]*$ ]]; then
		echo archived
	elif [[ $1 =~ ^[a-z]+(-[a-z]+)*(/[0-9][A-Za-z0-9.+~-]*)?$ ]] && fb_suites | grep -qxF -- "${1%%/*}"; then
		echo archived
	fi
}

# fb_kernel_known SPEC…: ends the script unless each SPEC is a name of a kernel. Whether it can be had is not asked.
fb_kernel_known() {
	local spec

	for spec; do
		[[ -n $(fb_kernel_kind "$spec") ]] || fb_die -s 2 "kernel $(fb_quoted "$spec"): expected one of $(fb_kernels)," \
			"a release, a suite, SUITE/RELEASE, TREE@REVISION or an image; 'make kernels' lists those of the archive"
	done
}

# fb_kernel_word SPEC: SPEC as one word for folders of out/ and for tables: the last part of a path, else SPEC with -
# in place of /. It ends with the architecture if that is not this machine's.
fb_kernel_word() {
	local word=$1 rev=''

	case $(fb_kernel_kind "$1") in
	tree)
		word=${1%@*} rev=@${1##*@}
		word=$(basename -- "$(realpath -- "$word")")$rev
		;;
	variant | image) word=${1##*/} ;;
	esac
	[[ ! $FB_FOREIGN || $word == *-$FB_ARCH ]] || word+=-$FB_ARCH
	printf '%s\n' "${word//\//-}"
}

# fb_kernel_packaged SPEC: ends the script unless SPEC is a kernel of a suite, named or archived, so that there may be a
# source of it. Sets FB_SUITE, FB_HEADERS (the package of its headers), FB_VERSION (of its packages; empty if SPEC is
# named) and FB_SERIES (of its linux-source; - if the archive has none).
fb_kernel_packaged() {
	local line release

	case $(fb_kernel_kind "$1") in
	named)
		FB_SUITE=$(fb_suite_of "$1") FB_HEADERS=linux-headers-$(fb_arch debian) FB_VERSION='' FB_SERIES=$1
		;;
	archived)
		line=$("$FB_SCRIPTS/kernel/resolve" "$1") || exit
		IFS=$'\t' read -r _ FB_SUITE release FB_VERSION _ _ FB_SERIES <<<"$line"
		FB_HEADERS=linux-headers-$release=$FB_VERSION
		;;
	*) fb_die -s 2 "KERNEL=$1: its source is needed, so one of $(fb_kernels), or a release of a suite" ;;
	esac
}

# fb_kernel_tree SET: prints the tree that builds modules for a kernel set of kernel/get
fb_kernel_tree() {
	local suite

	suite=$(<"$1/suite")
	[[ $suite == /* ]] || suite=$(fb_toolchain "$suite")
	printf '%s\n' "$suite"
}

# fb_repeatable KERNEL: true if its machine counts instructions: one processor, emulated, with cables in QEMU. Only such
# machines may run beside each other, as a count does not depend on the host's load.
fb_repeatable() {
	[[ ${SMP:-1} == 1 ]] && [[ ${CABLES:-hub} == hub ]] || return 1
	[[ ${KVM:-} == 0 ]] || ! "$FB_SCRIPTS/vm/kvm-probe" "$("$FB_SCRIPTS/kernel/get" "$1")/vmlinuz"
}

# Files of a kernel that change nothing in what is built.
fb_no_code='^((Documentation|tools|samples)/|MAINTAINERS$|CREDITS$)|[.](rst|txt)$'

# fb_patch_files PATCH: prints both names of each file of a patch, without the first directory; /dev/null is left out
fb_patch_files() {
	sed -nE -e '\|^... /dev/null|d' -e 's/^(---|\+\+\+) ([^\t]+).*/\2/p' -e 's/^rename (from|to) (.*)/x\/\2/p' -- "$1" |
		sed -E 's|^[^/]+/||' | tr -d '\r' | sort -u
}

# fb_is_mail FILE: true if FILE begins as a mailbox or as a mail: with a subject before the first empty line
fb_is_mail() {
	awk '{ sub(/\r$/, "") } NR == 1 && /^From [^ ]+ / { found = 1; exit } /^$/ || /^(diff|---) / { exit }
		tolower($0) ~ /^subject:/ { found = 1; exit } END { exit !found }' "$1"
}
