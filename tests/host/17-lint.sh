# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# scripts/dev/lint is red for what it must not let through: an include or a call of a folder above, a cycle of files, a
# README that is too long or names what is not there, a page that counts wrong, a function that a header declares for
# nobody. Each fault is made in a copy of the tree. What linters report does not depend on those of this machine, and a
# long report does not end lint.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
tree=$dir/tree
mkdir -p "$tree" "$dir/objects/lib" "$dir/objects/cmd"
cp -a Makefile scripts "$tree/"
# Its links lead to files that are not in the copy.
rm "$tree/scripts/README.md" "$tree/scripts/ci/README.md"
# The lowest folders include nothing of the others; lint looks at includes, and at the objects that it is given.
find userspace/{Makefile,lib,trace} kmod ! -name '*.md' -type f | while IFS= read -r file; do cp --parents -- "$file" "$tree/"; done
export OBJECTS=$dir/objects

# add FILE LINE…: appends LINEs to a file of the copy
add() {
	local file=$1
	shift

	[[ -e $tree/$file ]] && cp -- "$tree/$file" "$dir/kept"
	printf '%s\n' "$@" >>"$tree/$file"
}

# undo FILE: makes the file what it was before
undo() {
	if [[ -e $dir/kept ]]; then mv -- "$dir/kept" "$tree/$1"; else rm -- "$tree/$1"; fi
}

# red TOOL PATTERN FILE LINE…: with these lines lint's TOOL fails and says PATTERN
red() {
	local status=0

	add "$3" "${@:4}"
	ends_saying 1 "$2" "$tree/scripts/dev/lint" "$1" || status=1
	undo "$3"
	return "$status"
}

green() {
	ends 0 "$tree/scripts/dev/lint" "$@"
}

# green_with FILE LINE TOOL: with this line nothing is found
green_with() {
	local status=0

	add "$1" "$2"
	green "$3" || status=1
	undo "$1"
	return "$status"
}

# declared: a call of a folder above, without its header
declared() {
	local status=0

	printf 'void fb_above(void); void fb_below(void); void fb_below(void) { fb_above(); }\n' >"$dir/below.c"
	printf 'void fb_above(void); void fb_above(void) { }\n' >"$dir/above.c"
	cc -c -o "$dir/objects/lib/below.o" "$dir/below.c" && cc -c -o "$dir/objects/cmd/above.o" "$dir/above.c" || return 1
	ends_saying 1 'lib/below uses cmd/above, but cmd/ is above lib/' "$tree/scripts/dev/lint" order || status=1
	rm "$dir"/objects/*/*.o
	return "$status"
}

# cycle: two headers of a folder include each other
cycle() {
	local status=0

	printf '#include "lib/two.h"\n' >"$tree/userspace/lib/one.h"
	printf '#include "lib/one.h"\n' >"$tree/userspace/lib/two.h"
	ends_saying 1 'cycle: .*lib/(one|two)' "$tree/scripts/dev/lint" order || status=1
	rm "$tree"/userspace/lib/{one,two}.h
	return "$status"
}

# crowded: a folder of sources with 41 files
crowded() {
	local status=0 i

	mkdir "$tree/userspace/crowd"
	for ((i = 0; i < 40; i++)); do : >"$tree/userspace/crowd/$i.c"; done
	ends 0 "$tree/scripts/dev/lint" folders || status=1
	: >"$tree/userspace/crowd/40.c"
	ends_saying 1 'userspace/crowd: 41 files, more than 40' "$tree/scripts/dev/lint" folders || status=1
	rm -r "$tree/userspace/crowd"
	return "$status"
}

# module_cycle: the same of two headers of the module, in a folder and above it
module_cycle() {
	local status=0

	printf '#include "bench/two.h"\n' >"$tree/kmod/one.h"
	printf '#include "../one.h"\n' >"$tree/kmod/bench/two.h"
	ends_saying 1 'cycle: .*(one|bench/two)\.h' "$tree/scripts/dev/lint" order || status=1
	rm "$tree"/kmod/{one,bench/two}.h
	return "$status"
}

# readme LINES: a README of so many lines
readme() {
	{
		# shellcheck disable=SC2016 # Markdown
		printf '%s\n' '# flowbench' 'See `scripts/dev/lint`, [the Makefile](Makefile) and `tests/NAME`.' '    make lint'
		yes '' | head -n $(($1 - 3))
	} >"$tree/README.md"
}

# counted CHECKS: a tree with one check, two mutants and a path, whose page names so many checks
counted() {
	local data=$tree/userspace/data

	mkdir -p "$data/checks" "$data/paths" "$tree/tests/mutants" && cp userspace/data/checks/heads.awk "$data/checks/" &&
		printf '# about: a check\n' >"$data/checks/a.sh" && : >"$data/paths/a" && : >"$tree/tests/mutants/a.patch" && : >"$tree/tests/mutants/b.patch" &&
		printf '%s\n' 'It asks the kernel'"'"'s flowtable' "$1 questions." >"$data/checks/README.md" &&
		printf '%s\n' 'It takes that, and only that? 1 checks. can these checks fail? 2 bugs. It prices 1 paths.' >"$tree/README.md"
}

# miscounted: a page with another number
miscounted() {
	local status=0

	counted 3 && ends_saying 1 "checks/README.md: 'flowtable N questions': expected N to be 1" "$tree/scripts/dev/lint" counts || status=1
	rm -r "$tree/userspace/data" && readme 100
	return "$status"
}

# other_linters: this machine's linters fail for each file; lint does not use them
other_linters() {
	local tool

	mkdir "$dir/bin"
	for tool in shellcheck clang-format cppcheck; do
		printf '#!/bin/sh\necho no file is right; exit 1\n' >"$dir/bin/$tool"
	done
	chmod +x "$dir"/bin/*
	PATH=$dir/bin:$PATH ends 0 "$tree/scripts/dev/lint" shellcheck clang_format cppcheck
}

# tools TEXT NAME…: fb_tools with the functions of TEXT
tools() {
	bash -c 'set -euo pipefail; . scripts/lib.sh; eval "$1"; shift; fb_tools "$@"' tools "$@"
}

# long_report: the tool behind one with 100,000 lines still runs
long_report() {
	ends_saying 1 '^ok 2 - short$' tools 'tool_long() { seq 100000; return 1; }; tool_short() { :; }' long short &&
		says '^not ok 1 - long$' && says '^# … and 99940 lines more$'
}

# small: a tree with a function that another file uses, and one that its own file and a unit test use
small() {
	tree=$dir/small
	mkdir -p "$tree"/userspace/{lib,cmd} "$tree/tests/unit/lib" && cp -a Makefile scripts "$tree/" && git -C "$tree" init -q || return 1
	printf '%s\n' '/** fb_used() */' 'int fb_used(void);' 'int fb_seam(int (*of)(int x));' 'struct fb_a {' '	int (*fb_member)(int x);' '};' \
		'int fb_hidden(void);' '#define FB_HIDDEN() fb_hidden()' \
		'static inline int fb_inline(void)' '{' '	return 1;' '}' >"$tree/userspace/lib/a.h"
	printf '%s\n' 'int fb_own(int x)' '{' '	return x;' '}' 'int fb_seam(int (*of)(int x))' '{' '	return of(1);' '}' \
		'int fb_used(void)' '{' '	return fb_seam(fb_own);' '}' 'int fb_hidden(void)' '{' '	return 0;' '}' >"$tree/userspace/lib/a.c"
	printf '%s\n' 'int main(void)' '{' '	return fb_used() + fb_inline() + FB_HIDDEN();' '}' >"$tree/userspace/cmd/main.c"
	printf '%s\n' '	fb_seam(1);' '	fb_tested();' '	json_pack("{s:{s:i, s:[s, {s:i}]}, s:o}", "a", "a", 1, "b", "a", "a", 2, "b", x(y, "a"));' >"$tree/tests/unit/lib/test_a.c"
}

# static_reads TOOL COMMAND: scripts/dev/static gives COMMAND a file of each folder that the Makefile of the program has
static_reads() {
	local folder

	sed -n 's/^folders := //p' userspace/Makefile | tr ' ' '\n' | while IFS= read -r folder; do
		mkdir -p "$tree/userspace/$folder" && printf 'int x;\n' >"$tree/userspace/$folder/x.c" && printf 'userspace/%s/x.c\n' "$folder"
	done | sort >"$dir/wanted"
	cp userspace/Makefile "$tree/userspace/" && printf '#!/bin/sh\n' >"$tree/scripts/setup" && mkdir -p "$dir/static" || return 1
	# shellcheck disable=SC2016 # expanded by that shell
	printf '%s\n' '#!/bin/sh' 'for word; do case $word in userspace/*/x.c) echo "$word" >>"$READ" ;; esac; done' >"$dir/static/$2"
	chmod +x "$dir/static/$2" && : >"$dir/read"
	READ=$dir/read PATH=$dir/static:$PATH ends 0 "$tree/scripts/dev/static" "$1" && diff "$dir/wanted" <(sort "$dir/read")
}

mkdir -p "$tree/tests/unit"
readme 200
ktap_plan 36
check "order: the tree is green" green order
check "an include of a folder above" red order 'lib/name_set uses cmd/cmd, but cmd/ is above lib/' userspace/lib/name_set.c '#include "cmd/cmd.h"'
check "a call of a folder above, without its header" declared
check "a cycle" cycle
check "a cycle in the module" module_cycle
check "an include without its folder" red order '#include "name_set.h"' userspace/lib/name_set.c '#include "name_set.h"'
check "order: the tree is green again" green order
check "readme: 200 lines are green" green readme
check "201 lines" red readme '201 lines, more than 200' README.md ''
readme 100
# shellcheck disable=SC2016 # Markdown
{
	check "a file that is not there" red readme 'no file tests/nowhere.sh' README.md '`tests/nowhere.sh`'
	check "a link that leads nowhere" red readme 'no file nowhere/README.md' README.md '[here](nowhere/README.md)'
	check "a target of make that is not there" red readme 'no target make nothing' README.md '    make nothing'
}
check "counts: pages that count right are green" eval 'counted 1 && green counts'
check "a number of checks that is not so" miscounted
git -C "$tree" init -q
cp .clang-format .shellcheckrc "$tree/"
check "folders: 40 files are enough" crowded
check "words: the tree is green" green words
check "a name that was replaced" red words 'fb_why: write fb_error' userspace/lib/name_set.c 'struct fb_why *w;'
check "a message that says what is not" red words "'%s' is no: write" userspace/lib/name_set.c "/* '%s' is no port */"
check "a comment that inverts" red words 'the subject first' userspace/lib/name_set.c '/* It ends. Of the rest no packet is left. */'
check "a sentence with none" red words 'is none: write' userspace/lib/name_set.c '/* A deeper stack is none. */'
check "there may be none" green_with userspace/lib/name_set.c '/* NULL if there is none */' words
check "linters of this machine are not used" other_linters
printf '%s\n' '#!/bin/bash' x=1 x+=1 "echo \"\$x\"" >"$tree/scripts/added"
check "shellcheck: what only newer ones report" ends_saying 1 SC2324 "$tree/scripts/dev/lint" shellcheck
rm "$tree/scripts/added"
check "clang-format: a line that is not formatted" red clang_format 'should be clang-formatted' userspace/lib/name_set.c 'int  fb_x ;'
check "cppcheck: a value that is not set" red cppcheck uninitvar userspace/lib/name_set.c \
	'int fb_x(void);' 'int fb_x(void)' '{' '	int x;' '	return x;' '}'
small
check "unused: the tree is green" green unused
check "a function that nothing calls, but a comment and a text" red unused 'lib/a\.h: fb_dead\(\): nothing calls it' userspace/lib/a.h \
	'/* fb_dead() is not called. */' 'int fb_dead(int x);' '#define TEXT "fb_dead"'
check "one that only its own file calls" red unused 'lib/a\.h: fb_own\(\): only userspace/lib/a\.c calls it: make it static' userspace/lib/a.h \
	'int fb_own(int x);'
check "one that only tests call" red unused 'lib/a\.h: fb_tested\(\): only tests call it' userspace/lib/a.h 'int fb_tested(void);'
check "two types of one name" red unused 'struct fb_a: .* has another one of this name' userspace/cmd/main.c 'struct fb_a {' '	int y;' '};'
check "two macros of one name" red unused 'FB_HIDDEN: .* has another one of this name' userspace/lib/c.h '#define FB_HIDDEN() 1'
check "an object of JSON with a key twice" red unused "cmd/main\.c:5: an object with two keys 'path'" userspace/cmd/main.c \
	'	json_pack("{s:o, s:s, "' '		  "s:s}", "path", x(a, "id"), "id", y, "path", z);'
check "static: gcc reads each folder of the program" static_reads analyzer gcc
check "and so does clang-tidy" static_reads clang_tidy clang-tidy
check "a long report does not end lint" long_report
check "a tool that cannot be had is a skip with its reason" ends_saying 0 '^ok 1 - far # SKIP no such suite$' \
	tools 'tool_far() { printf "a word\nno such suite\n"; return 69; }' far
ktap_end
