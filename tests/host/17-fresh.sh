# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A fresh machine: the build names each package that is missing, the scripts make the cache themselves, and who waits
# for another run says for which one, and since when.
set -uo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../vm/lib.sh"

cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 1
dir=$(mktemp -d)
on_exit rm -rf "$dir"
unset QUIET VERBOSE MAKEFLAGS MAKEOVERRIDES
export FLOWBENCH_CACHE=$dir/home/cache/flowbench

# --- libraries ----------------------------------------------------------------------------------
pkgs=$(sed -n 's/^pkgs := //p' userspace/Makefile)
mkdir "$dir/pc"

# without NAME…: a pkg-config that knows all libraries but these
without() {
	local path name paths

	rm -f "$dir/pc"/*
	IFS=: read -ra paths < <(pkg-config --variable pc_path pkg-config)
	for path in "${paths[@]}"; do
		[[ ! -d $path ]] || find "$path" -name '*.pc' -exec cp -n -t "$dir/pc" -- {} +
	done
	for name; do
		rm "$dir/pc/$name.pc" || return 1
	done
}

# names PACKAGES: make ends with an error whose last words are these
names() {
	! PKG_CONFIG_LIBDIR=$dir/pc make -s userspace >"$dir/said" 2>&1 && grep -q "install $1\.  Stop\.$" "$dir/said" && return
	cat "$dir/said"
	return 1
}

# Each library has its package, and setup installs each package.
all_named() {
	local name packages package

	for name in $pkgs; do
		without "$name" && packages=$(sed -n "s/^debian\.$name := //p" userspace/Makefile) && [[ $packages ]] || return 1
		names "$(tr ' ' '\n' <<<"$packages" | sort | tr '\n' ' ' | sed 's/ $//')" || return 1
		for package in $packages; do
			grep -qw -- "$package" scripts/data/host || { printf 'not in data/host: %s\n' "$package" && return 1; }
		done
	done
}

required() {
	without libtraceevent && names libtraceevent-dev && grep -q '[*] libtracecmd libtracefs: pkg-config does not find libtraceevent: ' "$dir/said"
}

too_old() {
	without libtraceevent && printf 'Name: libtraceevent\nDescription: old\nVersion: 0.1\n' >"$dir/pc/libtraceevent.pc" &&
		! PKG_CONFIG_LIBDIR=$dir/pc make -s userspace >"$dir/said" 2>&1 && grep -q "libtraceevent > " "$dir/said"
}

no_pkg_config() {
	! PKG_CONFIG=no-pkg-config make -s userspace >"$dir/said" 2>&1 && grep -q 'no-pkg-config is missing: install pkg-config' "$dir/said"
}

# stub NAME=VALUE: what make would build without that tool, and the one line about it
stub() {
	make -n -C userspace program OUT="$dir/stub" BIN="$dir/flowbench" "$1" >"$dir/said" 2>&1 &&
		grep -q " ${1#*=} does not run: flowbench is built without its command xdp (install clang and bpftool)$" "$dir/said" &&
		(($(grep -c 'is built without' "$dir/said") == 1)) && grep -q '/xdp/forward_stub\.o' "$dir/said" &&
		! grep -qE '/xdp/forward\.o|\.bpf\.' "$dir/said" && return
	cat "$dir/said"
	return 1
}

without_bpf() {
	local name

	for name in clang bpftool; do
		stub "${name^^}=no-$name" && grep -qw -- "$name" scripts/data/host && grep -qw -- "$name" scripts/data/toolchain.program || return 1
	done
}

# skeleton FOLDER: builds what loads BPF of a copy of the sources in FOLDER
skeleton() {
	mkdir -p "$1/userspace" && cp -r userspace/Makefile userspace/xdp "$1/userspace/" &&
		make -s -C "$1/userspace" "OUT=$1/out" "$1/out/xdp/flowtable.skel.h"
}

same_bpf() {
	skeleton "$dir/here" && skeleton "$dir/not/there" && cmp "$dir/here/out/xdp/flowtable.bpf.o" "$dir/not/there/out/xdp/flowtable.bpf.o" &&
		cmp "$dir/here/out/xdp/flowtable.skel.h" "$dir/not/there/out/xdp/flowtable.skel.h"
}

# --- the cache ----------------------------------------------------------------------------------
# A tree of our own, in which setup installs nothing.
tree=$dir/tree
mkdir "$tree"
cp -a scripts kmod "$tree/"
printf '#!/bin/sh\n' >"$tree/scripts/setup"
git -C "$tree" init -q
git -C "$tree" add -A
git -C "$tree" -c user.name=test -c user.email=test@localhost -c commit.gpgsign=false commit -qm test

# Ends where the packages would be built.
deb() {
	mkdir -p "$dir/bin"
	printf '#!/bin/sh\necho begun; exit 1\n' >"$dir/bin/dpkg-buildpackage"
	chmod +x "$dir/bin/dpkg-buildpackage"
	rm -rf "${dir:?}/home"
	! PATH=$dir/bin:$PATH "$tree/scripts/dev/deb" >"$dir/said" 2>&1 && grep -qx begun "$dir/said" && return
	cat "$dir/said"
	return 1
}

# holder COMMAND…: runs a script that takes the lock "thing" and COMMAND, and sets $pid
holder() {
	rm -f "$dir/has"
	printf '. scripts/lib.sh\nfb_lock thing\ntouch %q\n"$@"\n' "$dir/has" >"$dir/makes-thing"
	bash "$dir/makes-thing" "$@" &
	pid=$!
	wait_until 20 test -e "$dir/has"
}

# waits SECONDS NAME=VALUE…: takes the lock while a holder has it for so many seconds
waits() {
	holder sleep "$1" || return 1
	env "${@:2}" bash -c '. scripts/lib.sh; fb_lock thing' >"$dir/said" 2>&1 || return 1
	wait "$pid"
}

says_whose() {
	waits 4 A= && grep -qE "^flowbench: bash: waiting for thing, locked by 'makes-thing sleep 4' \(process $pid\) since [0-9:]{8} UTC, [0-9]+ s ago$" \
		"$dir/said" && grep -qE '^flowbench: bash: waited [1-9][0-9]* s for thing$' "$dir/said" && return
	cat "$dir/said"
	return 1
}

quiet() {
	waits 3 QUIET=1 && [[ ! -s $dir/said ]]
}

short() {
	waits 0.2 A= && [[ ! -s $dir/said ]]
}

# The holder is killed, and what it has started goes on.
gone() {
	local child

	holder sleep 4 || return 1
	child=$(pgrep -P "$pid")
	{ kill -KILL "$pid" && wait "$pid"; } 2>/dev/null
	bash -c '. scripts/lib.sh; fb_lock thing' >"$dir/said" 2>&1
	kill "$child" 2>/dev/null
	grep -q "(process $pid, which has ended, but not all that it started)" "$dir/said"
}

# Two runs that make one result
result() {
	cat >"$tree/scripts/makes" <<-'END'
		. "${0%/*}/lib.sh"
		fb_result one
		touch "$FB_STAGE/$1"
		sleep "$2"
		fb_result_end 0 "$1"
	END
	bash "$tree/scripts/makes" first 4 >"$dir/first" 2>&1 &
	pid=$!
	wait_until 20 test -e "$tree/out/.one.partial/first" || return 1
	bash "$tree/scripts/makes" second 0 >"$dir/said" 2>&1 || return 1
	wait "$pid" && grep -q "waiting for out/one, locked by 'makes first 4'" "$dir/said" && [[ $(ls "$tree/out/one") == second ]]
}

ktap_plan 13
check "each library that is missing is named by Debian's package, which setup installs" all_named
check "one that another requires, too" required
check "one that is too old" too_old
check "pkg-config itself" no_pkg_config
check "without clang or bpftool, a program without flowbench xdp, and one line about it" without_bpf
check "what loads BPF is the same in another folder" same_bpf
check "make deb, before anything has made the cache" deb
check "who waits for a lock says who holds it, and since when" says_whose
check "but not with QUIET=1" quiet
check "nor for less than a second" short
check "a lock whose holder was killed" gone
check "two runs that make one result: the second waits" result
# shellcheck disable=SC2016 # expanded by that shell
check "and an unlocked lock is taken without a word" bash -c '[[ -z $(. scripts/lib.sh; fb_lock thing 2>&1) ]]'
ktap_end
