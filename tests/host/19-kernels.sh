# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What KERNEL= means, with package lists of our own in place of the archive's: which kernels a list has and what is
# missing of each, which one a release, a series or a suite names, and what the user is told if there is none.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset QUIET VERBOSE MODULES
export FLOWBENCH_CACHE=$dir/cache

# in_lib COMMAND…: runs a function of scripts/lib.sh
in_lib() {
	# shellcheck disable=SC2016 # expanded by that shell
	bash -c '. scripts/lib.sh && "$@"' in_lib "$@"
}

# --- package lists --------------------------------------------------------------------------------
# without NAME: the list lacks one package of 6.12.95
without() {
	sed "/^Package: $1\$/,/^\$/d" tests/fixtures/packages | awk -v suite=s -f scripts/kernel/packages.awk |
		tr '\t' ' ' >"$dir/said"
	says '^6\.12\.95 s 6\.12\.95\+deb12-amd64 .* headers 6\.12$'
}

# the kernels of the fixture, in suites: what kernel/archive keeps
archive=$FLOWBENCH_CACHE/archive/$(in_lib fb_hash -- scripts/data/suites scripts/kernel/packages.awk)
in_lib fb_cache_open && mkdir -p "$archive" || exit 1
{
	awk -v suite=bookworm-backports -f scripts/kernel/packages.awk tests/fixtures/packages | grep '^6\.12'
	printf '%s\ttrixie\t%s+deb13-amd64\t%s-1\t120000\t-\t6.12\n' 6.12.107 6.12.107 6.12.107 6.12.117 6.12.117 6.12.117
	printf '%s\ttrixie-backports\t%s+deb13-amd64\t%s-1\t120000\t%s\n' 6.18.5 6.18.5 6.18.5 $'headers\t-' \
		6.18.15 6.18.15 6.18.15 $'headers\t-' 7.0.13 7.0.13 7.0.13 $'modules,headers\t-' \
		7.2.13 7.2.13 7.2.13 $'-\t7.2' 7.3.4 7.3.4 7.3.4 $'-\t7.3'
	printf '7.2.13\tsid\t7.2.13+deb14-amd64\t7.2.13-1\t137000\t-\t7.2\n'
	awk -v suite=experimental -f scripts/kernel/packages.awk tests/fixtures/packages | grep '^7\.3'
} >"$archive/kernels"

# means SPEC NAME SUITE: SPEC is the kernel with this name or release, of this suite
means() {
	ends 0 scripts/kernel/resolve "$1" || return 1
	awk -F '\t' -v name="$2" -v suite="$3" '{ exit !(($1 == name || $3 == name) && $2 == suite) }' "$dir/said" && return
	cat "$dir/said"
	return 1
}

# means_all "SPEC NAME SUITE"…
means_all() {
	local line

	for line; do
		# shellcheck disable=SC2086 # three words
		means $line || { printf 'not so: %s\n' "$line" && return 1; }
	done
}

# kind KIND SPEC…: each SPEC is of this kind
kind() {
	local want=$1 spec is
	shift

	for spec; do
		is=$(in_lib fb_kernel_kind "$spec")
		[[ $is == "$want" ]] || { printf "%s is '%s'\n" "$spec" "$is" && return 1; }
	done
}

# word SPEC WORD: the name of its results
word() {
	local is

	is=$(in_lib fb_kernel_word "$1")
	[[ $is == "$2" ]] || { printf "%s: '%s'\n" "$1" "$is" && return 1; }
}

# A kernel in the cache, that the archive does not have any more.
keep_one() {
	local kept=$FLOWBENCH_CACHE/toolchain/trixie_6.12.86-1_6.12.86+deb13-amd64-0123

	mkdir -p "$kept"
	printf '6.12.86\ttrixie\t6.12.86+deb13-amd64\t6.12.86-1\t120000\t-\t6.12\n' >"$kept/kernel"
}

# A day later, without a network: an archive that cannot be read.
offline() {
	mkdir -p "$dir/bin" && printf '#!/bin/sh\nexit 1\n' >"$dir/bin/mmdebstrap" && chmod +x "$dir/bin/mmdebstrap" &&
		touch -d '3 days ago' "$archive/kernels" || return 1
	PATH=$dir/bin:$PATH ends_apart 0 scripts/kernel/resolve 7.3 && grep -q '7\.3\.4' "$dir/said" &&
		grep -q 'its kernels are those of 72 hours ago' "$dir/err" && return
	cat "$dir/said" "$dir/err"
	return 1
}

never_online() {
	FLOWBENCH_CACHE=$dir/empty PATH=$dir/bin:$PATH \
		ends_saying 69 "no package list can be had from this machine's archive" scripts/kernel/resolve 7.3
}

# --- git trees ------------------------------------------------------------------------------------
git init -q "$dir/linux" && {
	cd "$dir/linux" || exit 1
	printf 'VERSION = 6\nPATCHLEVEL = 18\nSUBLEVEL = 45\n' >Makefile
	git add Makefile
	git -c user.name=test -c user.email=test@localhost -c commit.gpgsign=false commit -qm test
	git tag v6.18.45
	git rm -q Makefile
	git -c user.name=test -c user.email=test@localhost -c commit.gpgsign=false commit -q --allow-empty -m part
	cd - >/dev/null || exit 1
}

base_of() {
	local series

	for series in 5.4:5.10 5.10:5.10 5.15:5.10 6.1:6.1 6.18:6.12 7.1:6.12 7.3:7.2 10.0:7.2; do
		[[ $(in_lib fb_kernel_before "${series%:*}") == "${series#*:}" ]] || { echo "$series" && return 1; }
	done
}

# older NAME NAME…: each version is older than the next one
older() {
	awk -f scripts/kernel/versions.awk -f <(printf 'BEGIN { for (i = 2; i < ARGC; i++) if (key(ARGV[i - 1]) >= key(ARGV[i])) exit 1 }') "$@"
}

# fits SCRIPT: its help fits a screen, and ends with an example
fits() {
	"$1" --help >"$dir/help" && (($(wc -l <"$dir/help") <= 24)) && ! grep -E '^.{81}' "$dir/help" &&
		tail -n 1 "$dir/help" | grep -q '^Example: '
}

ktap_plan 31
awk -v suite=s -f scripts/kernel/packages.awk tests/fixtures/packages | tr '\t' ' ' >"$dir/said"
check "a kernel is named by its version; its size is that of image, headers and what they need" \
	says '^6\.12\.95 s 6\.12\.95\+deb12-amd64 6\.12\.95-1~bpo12\+1 122000 - 6\.12$'
check "an image whose headers are gone" says '^6\.12\.94 .* 106000 headers -$'
check "headers whose common part is gone are gone" says '^6\.12\.90 s 6\.12\.90\+deb12\.1-amd64 .* headers -$'
check "a newer linux-kbuild for a whole series will do" says '^6\.1\.176 s 6\.1\.0-50-amd64 6\.1\.176-1 82000 - -$'
check "an image in parts, with one part gone" says '^7\.0\.13 .* modules,headers -$'
check "an image in parts" says '^7\.3-rc7 s 7\.3-amd64 7\.3~rc7-1~exp1 130202 - -$'
check "nothing else is a kernel: unsigned, rt, an image whose image is gone" \
	bash -c "(( \$(wc -l <$dir/said) == 7 )) && ! grep -E 'unsigned|rt-amd64|7\\.1\\.8' $dir/said"
check "without linux-kbuild there are no headers" without 'linux-kbuild-6.12.95+deb12'

check "a release" means_all '6.12.95 6.12.95 bookworm-backports' '6.12.94 6.12.94 bookworm-backports' \
	'7.3-rc7 7.3-rc7 experimental' '7.3~rc7 7.3-rc7 experimental'
check "what uname -r prints" means_all '6.12.95+deb12-amd64 6.12.95 bookworm-backports' \
	'6.12.90+deb12 6.12.90+deb12-amd64 bookworm-backports' '7.3-amd64 7.3-rc7 experimental'
check "of two builds of a release the later one" means 6.12.90 6.12.90+deb12.1-amd64 bookworm-backports
check "a candidate is older than its release" older 5.10.218 6.1 6.12.95 6.12.107 7.2.13 7.3-rc2 7.3-rc7 7.3 7.3.4
check "a release of two suites is of the first" means 7.2.13 7.2.13 trixie-backports
check "unless a suite is named" means sid/7.2.13 7.2.13 sid
check "a series is its newest kernel, not a candidate" means 7.3 7.3.4 trixie-backports
check "the newest of a suite, of a series of a suite" means_all 'trixie-backports 7.3.4 trixie-backports' \
	'experimental 7.3-rc7 experimental' 'trixie-backports/7.2 7.2.13 trixie-backports' \
	'bookworm-backports/6.12.94 6.12.94 bookworm-backports'
check "a series without whole kernels is its newest one" means 6.18 6.18.15 trixie-backports

check "an unknown release: status 69, and the nearest that can be had" ends_saying 69 \
	"the archive has no kernel '6\.12\.100'; nearest: 6\.12\.95 \(bookworm-backports\), 6\.12\.107 \(trixie\); 'make kernels'" \
	scripts/kernel/get 6.12.100
check "nearest is not a bare image" ends_saying 69 'nearest: 6\.18\.15 \(trixie-backports\), 7\.2\.13 ' scripts/kernel/get 7.0.14
check "a suite that has another kernel" ends_saying 69 "no kernel 'trixie/6\.12\.95'; nearest: 6\.12\.107 \(trixie\)" \
	scripts/kernel/get trixie/6.12.95
check "a bare image: what is missing" ends_saying 69 'of 7\.0\.13\+deb13-amd64 the archive does not have its modules and headers any more' \
	scripts/kernel/get 7.0
check "no name of a kernel: usage, with the names" ends_saying 2 "kernel 'nonesuch': expected one of 5\.10, 6\.1, 6\.12, 7\.2" \
	scripts/kernel/get nonesuch
check "kinds of names" eval "kind named 5.10 6.12 && kind built debug 6.12-gcov && kind archived 6.12.95 7.3 7.3-rc7 \
	bookworm-backports experimental/7.3 sid && kind tree $dir/linux@v6.18.45 && kind image README.md && kind '' nonesuch forky \
	nonesuch/6.12 $dir/nowhere@v6 6"
check "names of results" eval "word 6.12 6.12 && word bookworm-backports/6.12.94 bookworm-backports-6.12.94 &&
	word $dir/linux@v6.18.45 linux@v6.18.45 && word $dir/linux/@origin/x linux@origin-x && word $PWD/README.md README.md"
keep_one
check "a release that only the cache has" means 6.12.86 6.12.86 trixie
check "list: each kernel, and what is missing" eval "ends 0 scripts/kernel/list && says '^6\.12\.94 +bookworm-backports +6\.12\.94\+deb12-amd64 +106  headers$' &&
	says '^6\.12\.90\+deb12 +bookworm-backports ' && says '^6\.12\.90 +bookworm-backports +6\.12\.90\+deb12\.1-amd64 '"
check "the help of list and of get" eval "fits scripts/kernel/list && fits scripts/kernel/get"
check "a day later, without the archive: the kernels of the last time, and their age" offline
check "without the archive from the start" never_online

check "a tree is built with the newest kernel that is not newer" base_of
check "a tree: no such revision, no kernel, no tree" eval "ends_saying 2 'linux has no revision .v6\.19' scripts/kernel/get $dir/linux@v6.19 &&
	ends_saying 2 'is not a whole kernel' scripts/kernel/get $dir/linux@HEAD && mkdir $dir/plain &&
	ends_saying 2 'plain.: expected a git tree' scripts/kernel/get $dir/plain@HEAD"
ktap_end
