# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# `make install`: what it puts where, that the installed program does without the clone, and that
# `make uninstall` takes away that, and nothing else.
#
# needs: userspace
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
version=$(scripts/version)

# tree DIR: all that lies in it, with modes
tree() {
	(cd "$1" && find . -mindepth 1 -printf '%P %y %m\n' | sort)
}

# installs DESTDIR [NAME=VALUE…]
installs() {
	make -s install "DESTDIR=$1" "${@:2}"
}

# same_as_clone: each data file that git knows is installed, is the same, and there is no other; pictures are
# the README's
same_as_clone() {
	local share=$dir/a/usr/local/share/flowbench

	git ls-files --cached --others --exclude-standard netns-lab tests/validate userspace |
		grep -vE '^userspace/(.*\.[ch]|report/pictures/.*|Makefile)$' | while IFS= read -r file; do
		[[ ! -f $file ]] || printf '%s\n' "$file"
	done | sort -u >"$dir/data"
	(cd "$share" && find . -type f ! -path ./installed -printf '%P\n' | sort) | diff "$dir/data" - || return 1
	while IFS= read -r file; do
		cmp "$file" "$share/$file" || return 1
	done <"$dir/data"
}

# nobody else writes, programs can be run, data can not
executables() {
	! find "$dir/a" -perm /022 | grep . || return 1
	(cd "$dir/a/usr/local" && find . -type f -perm /111 -printf '%P\n' | sort) >"$dir/said"
	printf '%s\n' bin/flowbench share/flowbench/netns-lab/lab share/flowbench/tests/validate/run | diff - "$dir/said"
}

# away COMMAND…: from a folder that is not the clone, with nothing in the environment
away() {
	(cd "$dir/elsewhere" && env -i PATH=/usr/bin:/bin "$@") >"$dir/said" 2>&1
}

# sources: the module's sources are all that its Kbuild names, and dkms.conf has the version
sources() {
	local src=$dir/a/usr/local/src/flowbench-$version file

	sed -nE 's/^flowbench-y .?= (.*)\.o/\1.c/p' "$src/Kbuild" >"$dir/said"
	[[ -s $dir/said ]] || return 1
	while IFS= read -r file; do
		[[ -f $src/$file ]] || return 1
	done <"$dir/said"
	diff -r -x '*.o' -x '.*.cmd' -x dkms.conf kmod "$src/kmod" && cmp Kbuild "$src/Kbuild" &&
		grep -qx "PACKAGE_VERSION=\"$version\"" "$src/dkms.conf"
}

# only_that: what was there is there, and a file that install does not know is not touched
only_that() {
	local foreign=$dir/b/usr/local/share/flowbench/foreign

	make -s uninstall "DESTDIR=$dir/b" && rm "$foreign" && rmdir "${foreign%/*}" && tree "$dir/b" | diff "$dir/before" -
}

# full DESTDIR: an installation for which there is no room (the program is the first file, and the largest)
full() {
	(ulimit -f 100 && DESTDIR=$1 scripts/install)
}

gone() {
	[[ -z $(find "$1" -mindepth 1 2>/dev/null) ]] && return
	find "$1" | head
	return 1
}

make -s userspace >/dev/null || exit 1
ktap_plan 28
check "make install" installs "$dir/a"
check "data is that of the clone" same_as_clone
check "two scripts and the program can be run, nothing else" executables
check "the module's sources, with a version for DKMS" sources
for file in share/man/man8/flowbench.8 share/bash-completion/completions/flowbench; do
	check "$file" test -s "$dir/a/usr/local/$file"
done

# It may lie anywhere, and has its data from where it lies.
mkdir "$dir/elsewhere"
cp -a "$dir/a/usr/local" "$dir/moved"
rm "$dir/moved/share/flowbench/userspace/data/scenarios/sockmap-redirect"
check "list" away "$dir/moved/bin/flowbench" list
check "shows what is installed" says '^esp-gateway '
refuse "and not what the clone has" says '^sockmap-redirect '
check "list --paths" away "$dir/moved/bin/flowbench" list --paths
check "too" says '^flowtable-esp +flowtable hit into an ESP tunnel'
check "validate --list" away "$dir/moved/bin/flowbench" validate --list
check "too" says '^kept-ttl '
check "results are looked for in the current folder" \
	ends_saying 1 '^flowbench: fidelity: out/latest/' env -C "$dir/elsewhere" "$dir/moved/bin/flowbench" fidelity
ln -s "$dir/moved/bin/flowbench" "$dir/elsewhere/link"
check "by a link, too" away ./link list
rm -r "$dir/moved/share"
check "without its data it says so" ends_saying 1 'share/flowbench|No such file' "$dir/moved/bin/flowbench" list

# What it finds, and takes away.
mkdir -p "$dir/b/usr/local/share/man/man8" "$dir/b/usr/local/bin"
echo another >"$dir/b/usr/local/share/man/man8/another.8"
tree "$dir/b" >"$dir/before"
check "make install beside others" installs "$dir/b"
check "once more" installs "$dir/b"
echo foreign >"$dir/b/usr/local/share/flowbench/foreign"
echo "file /usr/local/share/flowbench/older" >>"$dir/b/usr/local/share/flowbench/installed"
echo old >"$dir/b/usr/local/share/flowbench/older"
check "and over an older one" installs "$dir/b"
check "whose own files it takes away" test ! -e "$dir/b/usr/local/share/flowbench/older"
check "make uninstall takes away what it put there, and nothing else" only_that
check "a second one has nothing to do" ends_saying 2 'nothing is installed in' make -s uninstall "DESTDIR=$dir/b"
check "PREFIX=/usr" installs "$dir/c" PREFIX=/usr
check "make uninstall PREFIX=/usr" make -s uninstall "DESTDIR=$dir/c" PREFIX=/usr
check "leaves nothing" gone "$dir/c"
check "PREFIX has to be a path" ends_saying 2 "PREFIX 'local' is not" env PREFIX=local scripts/install
mkdir "$dir/d"
check "no room" ends_saying 1 'cannot install .*bin/flowbench' full "$dir/d"
check "leaves nothing" gone "$dir/d"
ktap_end
