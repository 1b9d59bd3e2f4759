# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# `make install` copies each file to its place. The installed program needs no clone. `make uninstall` removes what was
# installed, and nothing else.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
version=$(scripts/version)

# tree DIR: prints all files and folders below DIR, with modes
tree() {
	(cd "$1" && find . -mindepth 1 -printf '%P %y %m\n' | sort)
}

# installs DESTDIR [NAME=VALUE…]: make install succeeds: make install succeeds
installs() {
	make -s install "DESTDIR=$1" "${@:2}"
}

# same_as_clone: each data file that git knows is installed and the same, and there is no other. What describes the
# sources, *.md and pictures, is not installed.
same_as_clone() {
	local share=$dir/a/usr/local/share/flowbench

	git ls-files --cached --others --exclude-standard netns-lab userspace |
		grep -vE '^userspace/(.*\.[ch]|report/pictures/.*|Makefile)$|\.md$' | while IFS= read -r file; do
		[[ ! -f $file ]] || printf '%s\n' "$file"
	done | sort -u >"$dir/data"
	(cd "$share" && find . -type f ! -path ./installed -printf '%P\n' | sort) | diff "$dir/data" - || return 1
	while IFS= read -r file; do
		cmp "$file" "$share/$file" || return 1
	done <"$dir/data"
}

# executables: only root can write; programs are executable, data is not
executables() {
	! find "$dir/a" -perm /022 | grep . || return 1
	(cd "$dir/a/usr/local" && find . -type f -perm /111 -printf '%P\n' | sort) >"$dir/said"
	printf '%s\n' bin/flowbench share/flowbench/netns-lab/lab share/flowbench/userspace/data/checks/run | diff - "$dir/said"
}

# away COMMAND…: runs COMMAND in a folder outside the clone, with an empty environment
away() {
	(cd "$dir/elsewhere" && env -i PATH=/usr/bin:/bin "$@") >"$dir/said" 2>&1
}

# sources: each source that Kbuild names is installed, and dkms.conf has the version
sources() {
	local src=$dir/a/usr/local/src/flowbench-$version file

	sed -nE 's/^flowbench-y .?= (.*)\.o/\1.c/p' "$src/Kbuild" >"$dir/said"
	[[ -s $dir/said ]] || return 1
	while IFS= read -r file; do
		[[ -f $src/$file ]] || return 1
	done <"$dir/said"
	diff -r -x '*.o' -x '.*.cmd' -x dkms.conf -x README.md kmod "$src/kmod" && cmp Kbuild "$src/Kbuild" &&
		grep -qx "PACKAGE_VERSION=\"$version\"" "$src/dkms.conf"
}

# only_that: after make uninstall the earlier files are there, and a foreign file in our folder is not touched
only_that() {
	local foreign=$dir/b/usr/local/share/flowbench/foreign

	make -s uninstall "DESTDIR=$dir/b" && rm "$foreign" && rmdir "${foreign%/*}" && tree "$dir/b" | diff "$dir/before" -
}

# whole_page: the installed page has the sections that the program itself writes
whole_page() {
	local page=$dir/a/usr/local/share/man/man8/flowbench.8

	diff <(sed -n 's/^\.Ss //p' "$page") <(userspace/flowbench --help | awk '/^  [a-z]/ { print $1; rest = substr($0, 41); if (rest ~ /^  [a-z]/) { sub(/^ +/, "", rest); sub(/ .*/, "", rest); print rest } }') &&
		! grep -q '@COMMANDS@' "$page"
}

# full DESTDIR: an installation without enough space; the program is the first and the largest file
full() {
	(ulimit -f 100 && DESTDIR=$1 scripts/install)
}

slashes() {
	installs "$dir/h" PREFIX=//opt///x/ && make -s uninstall "DESTDIR=$dir/h" PREFIX=/opt/x && gone "$dir/h"
}

# A file with the name of one of ours, which a first installation that fails has not replaced yet.
keeps_others() {
	local page=$dir/g/usr/local/share/man/man8/flowbench.8

	mkdir -p "${page%/*}" && echo mine >"$page" && ends_saying 1 'cannot install .*bin/flowbench' full "$dir/g" && [[ $(<"$page") == mine ]] &&
		[[ $(find "$dir/g" -type f) == "$page" ]]
}

gone() {
	[[ -z $(find "$1" -mindepth 1 2>/dev/null) ]] && return
	find "$1" | head
	return 1
}

make -s userspace >/dev/null || exit 1
# blanks: PREFIX and DESTDIR with a blank
blanks() {
	installs "$dir/e 1" PREFIX='/opt/flow bench' && "$dir/e 1/opt/flow bench/bin/flowbench" list >/dev/null &&
		make -s uninstall "DESTDIR=$dir/e 1" PREFIX='/opt/flow bench' && gone "$dir/e 1"
}

ktap_plan 36
check "make install" installs "$dir/a"
check "the data is that of the clone" same_as_clone
check "two scripts and the program are executable, nothing else is" executables
check "the module's sources, with a version for DKMS" sources
check "a man page with a section for each command" whole_page
for file in share/man/man8/flowbench.8 share/bash-completion/completions/flowbench; do
	check "$file" test -s "$dir/a/usr/local/$file"
done

# The installed tree may be moved; the program finds its data beside itself.
mkdir "$dir/elsewhere"
cp -a "$dir/a/usr/local" "$dir/moved"
rm "$dir/moved/share/flowbench/userspace/data/scenarios/sockmap-redirect"
check "list" away "$dir/moved/bin/flowbench" list
check "list shows what is installed" says '^esp-gateway '
refuse "list does not show what only the clone has" says '^sockmap-redirect '
check "list --paths" away "$dir/moved/bin/flowbench" list --paths
check "list --paths shows what is installed" says '^flowtable-esp +flowtable hit into an ESP tunnel'
check "validate --list" away "$dir/moved/bin/flowbench" validate --list
check "validate --list shows what is installed" says '^kept-ttl '
check "results are searched for in the current folder" \
	ends_saying 1 '^flowbench: fidelity: out/latest/' env -C "$dir/elsewhere" "$dir/moved/bin/flowbench" fidelity
ln -s "$dir/moved/bin/flowbench" "$dir/elsewhere/link"
check "list works through a link, too" away ./link list
rm -r "$dir/moved/share"
check "without its data the program names what is missing" ends_saying 1 'share/flowbench|No such file' "$dir/moved/bin/flowbench" list

# Files that were there before.
mkdir -p "$dir/b/usr/local/share/man/man8" "$dir/b/usr/local/bin"
echo another >"$dir/b/usr/local/share/man/man8/another.8"
tree "$dir/b" >"$dir/before"
check "make install beside other files" installs "$dir/b"
check "make install a second time" installs "$dir/b"
echo foreign >"$dir/b/usr/local/share/flowbench/foreign"
echo "file /usr/local/share/flowbench/older" >>"$dir/b/usr/local/share/flowbench/installed"
echo old >"$dir/b/usr/local/share/flowbench/older"
check "make install over an older version" installs "$dir/b"
check "files of the older version are removed" test ! -e "$dir/b/usr/local/share/flowbench/older"
check "make uninstall removes what was installed, and nothing else" only_that
check "a second make uninstall fails" ends_saying 2 'nothing is installed in' make -s uninstall "DESTDIR=$dir/b"
check "PREFIX=/usr" installs "$dir/c" PREFIX=/usr
check "make uninstall PREFIX=/usr" make -s uninstall "DESTDIR=$dir/c" PREFIX=/usr
check "it leaves nothing" gone "$dir/c"
check "PREFIX has to be a path" ends_saying 2 "PREFIX='local': expected the absolute path" env PREFIX=local scripts/install
check "without a tab" ends_saying 2 "PREFIX='/a\?b': expected the absolute path of a folder, without tabs" env PREFIX=$'/a\tb' scripts/install
check "which make install says, too" ends_saying 2 "PREFIX='/a\?b': expected" make -s install PREFIX=$'/a\tb'
check "DESTDIR has one line" ends_saying 2 "DESTDIR='$dir/x\?y': expected" env DESTDIR="$dir/x"$'\n'y scripts/install
check "blanks are allowed" blanks
mkdir "$dir/d"
check "an installation without space fails" ends_saying 1 'cannot install .*bin/flowbench' full "$dir/d"
check "it leaves no file" gone "$dir/d"
check "it removes no file that was there before" keeps_others
check "slashes in PREFIX" slashes
check "PROGRAM has one line" ends_saying 2 "PROGRAM='/a\?b': expected the path" env PROGRAM=$'/a\tb' scripts/install
ktap_end
