# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# make dist: the files of the tree, under its version, and the same bytes on each machine.
# shellcheck disable=SC2016 # texts are expanded by the shell that they are for
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
tree=$dir/tree
version=$(scripts/version)
mkdir "$tree" && cp -a Makefile Kbuild README.md .gitignore kmod scripts "$tree/" && git init -q "$tree" && git -C "$tree" add -A &&
	GIT_COMMITTER_DATE=2026-01-02T03:04:05Z git -C "$tree" -c user.name=t -c user.email=t@localhost -c commit.gpgsign=false commit -qm t || exit 1

packs() {
	ends 0 make -s -C "$tree" dist && file=$(<"$dir/said") && [[ -f $tree/$file ]]
}

named() {
	packs || return 1
	[[ $file == out/flowbench-$version+git20260102.030405.????????.tar.gz ]] || { echo "$file" && return 1; }
	git -C "$tree" tag "v$version" && packs && [[ $file == out/flowbench-$version.tar.gz ]]
}

# Another umask, other times and modes of files, another order in the folder, another clone
same_bytes() {
	packs && cp "$tree/$file" "$dir/first" && git clone -q "$tree" "$dir/second" && chmod -R g+w "$dir/second" && find "$dir/second" -name '*.md' -exec touch {} + || return 1
	(umask 077 && TZ=Asia/Tokyo make -s -C "$dir/second" dist >/dev/null) && cmp "$dir/first" "$dir/second/out/flowbench-$version.tar.gz"
}

whole() {
	mkdir "$dir/unpacked" && tar -C "$dir/unpacked" -xzf "$dir/first" && [[ $(ls "$dir/unpacked") == "flowbench-$version" ]] &&
		diff -r --exclude=.git --exclude=out --exclude=build "$tree" "$dir/unpacked/flowbench-$version" && [[ -x $dir/unpacked/flowbench-$version/scripts/run && $("$dir/unpacked/flowbench-$version/scripts/version") == "$version" ]]
}

changed() {
	echo more >>"$tree/README.md" && packs && [[ $file == "out/flowbench-$version+changed.tar.gz" ]]
}

refused() {
	ends_saying 2 'dev/dist: .* is not a git clone' "$dir/unpacked/flowbench-$version/scripts/dev/dist" && sed -i 's/^flowbench [0-9]/flowbench x/' "$tree/scripts/package/NEWS" &&
		ends_saying 1 "scripts/package/NEWS: no heading 'flowbench $version'" "$tree/scripts/dev/dist" && [[ -z $(find "$tree/out" -name '.dist*') ]]
}

# The version stands in one place: nowhere else does a file have it
one_place() {
	! git grep -nF -e "\"$version\"" -e "VERSION=$version" -e "VERSION = $version" -- . ':!kmod/flowbench_uapi.h' ':!tests'
}

ktap_plan 6
check "the tarball has the version in its name" named
check "the same bytes twice" same_bytes
check "it has all files, as they are" whole
check "a changed tree says so" changed
check "without a commit, and without a heading in NEWS" refused
check "the version stands in one place" one_place
ktap_end
