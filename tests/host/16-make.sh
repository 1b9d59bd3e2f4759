# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The Makefiles: a path that make cannot work in is refused first, values of the environment are no
# commands, one tree has one build at a time, and a module that was not built is an error.
# shellcheck disable=SC2016 # texts are expanded by the shell that they are for
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset QUIET VERBOSE MAKEFLAGS MAKEOVERRIDES MAKELEVEL KDIR FUZZ OUT BIN FB_LOCKED
export FLOWBENCH_CACHE=$dir/cache

# clone DIR: what the Makefiles need, with a program of two files. setup installs nothing, fuzz
# prints what it gets.
clone() {
	local file

	mkdir -p "$1/userspace"/{lib,cmd} && cp -a Makefile Kbuild kmod scripts "$1/" && cp userspace/Makefile "$1/userspace/" || return 1
	for file in lib/a cmd/main; do printf '/* nothing */\n' >"$1/userspace/$file.c"; done
	printf '#!/bin/sh\n' >"$1/scripts/setup"
	printf '#!/bin/sh\nprintf "%%s|" "$FUZZ" "$@"\n' >"$1/scripts/dev/fuzz"
}

# --- paths ----------------------------------------------------------------------------------------
# kept PATH…: in a clone at PATH below $dir make refuses all targets but help, and removes nothing
kept() {
	local path target tree

	for path; do
		tree=$dir/odd/$path
		clone "$tree" && mkdir -p "$tree/build/userspace" && touch "$tree/build/userspace/x" "$tree/mine.o" || return 1
		for target in clean distclean userspace modules; do
			ends_saying 2 'the path of this folder has white space, quotes or other characters' make -C "$tree" "$target" ||
				{ printf 'make %s in %q\n' "$target" "$tree" && return 1; }
		done
		for target in clean program; do
			ends_saying 2 'the path of this folder has white space, quotes or other characters' make -C "$tree/userspace" "$target" ||
				{ printf 'make -C userspace %s in %q\n' "$target" "$tree" && return 1; }
		done
		[[ -e $tree/build/userspace/x && -e $tree/mine.o ]] || return 1
		ends_saying 0 'make run ' make -C "$tree" help && ends_saying 2 "the clone lies in '" "$tree/scripts/version" || return 1
		[[ -e $dir/victim/clone/build/userspace/x ]] || { echo "the victim is gone" && return 1; }
	done
}

blanks() {
	mkdir -p "$dir/victim/clone/build/userspace" && touch "$dir/victim/clone/build/userspace/x" || return 1
	# make takes this one for several paths, of which one is that of the victim.
	kept "a $dir/victim/clone" 'a b' $'a\tb' $'a\nb' ' a'
}

marks() {
	kept 'a*' 'a?' 'a[b]' "a'b" 'a"b' 'a$b' 'a$(id)' 'a;b' 'a&b' 'a#b' 'a%b' 'a:b' 'a=b' 'a\b' 'a(b' '{a,b}' '~a!'
}

plain() {
	local path tree

	for path in -rf josé 'a,b+c@d'; do
		tree=$dir/plain/$path
		clone "$tree" && mkdir -p "$tree/build/userspace" && touch -- "$tree/build/userspace/x" "$tree/-rf.o" "$tree/mine" || return 1
		ends 0 make -C "$tree" clean && [[ ! -e $tree/build/userspace && ! -e $tree/-rf.o && -e $tree/mine ]] || return 1
	done
}

another_folder() {
	mkdir "$dir/other" && touch "$dir/other/x.o" && cp -a Makefile "$dir/other/GNUmakefile.txt" || return 1
	ends_saying 2 'this Makefile works in its own folder' make -C "$dir/other" -f "$dir/one/userspace/Makefile" clean &&
		[[ -e $dir/other/x.o ]]
}

# A folder that has all that the Makefile of the top removes
another_top() {
	local target

	mkdir -p "$dir/mine"/{userspace,scripts,build/keep,out} && touch "$dir/mine"/{a.o,build/keep/a} && printf 'clean:\n' >"$dir/mine/userspace/Makefile" || return 1
	for target in clean distclean; do
		ends_saying 2 'this Makefile works in its own folder' make -i -C "$dir/mine" -f "$dir/one/Makefile" "$target" &&
			[[ -e $dir/mine/a.o && -e $dir/mine/build/keep/a && -d $dir/mine/out ]] || return 1
	done
}

# What userspace/Makefile builds, only that removes, under the lock of each folder.
clean_locked() {
	local name

	clone "$dir/locked" && mkdir -p "$dir/locked/build"/{userspace,userspace-san,fuzz} || return 1
	for name in userspace userspace-san; do
		flock "$dir/locked/build/$name.lock" timeout 2 make -C "$dir/locked" clean >"$dir/said" 2>&1
		[[ -d $dir/locked/build/$name ]] || { printf '%s is gone\n' "$name" && return 1; }
		mkdir -p "$dir/locked/build/userspace"
	done
	ends 0 make -C "$dir/locked" clean && [[ -z $(find "$dir/locked/build" -mindepth 1 ! -name '*.lock') ]] &&
		printf 'clean:\n' >"$dir/locked/userspace/Makefile" && mkdir "$dir/locked/build/userspace" &&
		ends 0 make -C "$dir/locked" clean && [[ -d $dir/locked/build/userspace ]]
}

# The environment does not say what is removed.
out_of_environment() {
	mkdir -p "$dir/precious" "$dir/precious-san" && touch "$dir/precious/x" "$dir/program" || return 1
	ends 0 env OUT="$dir/precious" BIN="$dir/program" make -C "$dir/one/userspace" clean &&
		ends 0 env OUT="$dir/precious" BIN="$dir/program" make -C "$dir/one" clean &&
		[[ -e $dir/precious/x && -d $dir/precious-san && -e $dir/program ]]
}

# --- values ---------------------------------------------------------------------------------------
# no_command VARIABLE TARGET: nothing in the value of VARIABLE is executed
no_command() {
	local value

	for value in "x; touch $dir/hit" "\$(touch $dir/hit)" "\`touch $dir/hit\`" "x' ; touch $dir/hit ; '" "x\" ; touch $dir/hit ; \"" \
		"\$(shell touch $dir/hit)" "| touch $dir/hit" $'x\ntouch '"$dir/hit"; do
		env "$1=$value" make -C "$dir/one" "$2" >"$dir/said" 2>&1 </dev/null
		[[ ! -e $dir/hit ]] || { printf '%s=%s was executed\n' "$1" "$value" && rm "$dir/hit" && return 1; }
	done
}

fuzz_gets() {
	ends_saying 0 '^alias packet\|$' env FUZZ='alias packet' make -s -C "$dir/one" fuzz &&
		ends_saying 0 '^alias packet\|$' make -s -C "$dir/one" fuzz 'FUZZ=alias packet'
}

# --- the module -----------------------------------------------------------------------------------
# kernel NAME RECIPE: headers whose make runs RECIPE
kernel() {
	mkdir -p "$dir/$1/include/config" && : >"$dir/$1/include/config/auto.conf" && printf 'modules:\n\t%s\n' "$2" >"$dir/$1/Makefile"
}

modules() {
	kernel good 'echo built >"$(M)/flowbench.ko"' && kernel bad 'false' && kernel none 'true' && mkdir -p "$dir/folder" || return 1
	ends 0 make -C "$dir/one" modules KDIR="$dir/good" && ends 0 env KDIR="$dir/good" make -C "$dir/one" modules &&
		[[ -s $dir/one/flowbench.ko ]] &&
		ends_saying 2 'vm/native-module: make ended without an error, and without .*/flowbench.ko' env KDIR="$dir/none" make -C "$dir/one" modules &&
		ends_saying 2 'vm/native-module: the module does not build with the headers in ' env KDIR="$dir/bad" make -C "$dir/one" modules &&
		ends_saying 2 "no kernel headers in '$dir/nowhere'" env KDIR="$dir/nowhere" make -C "$dir/one" modules &&
		ends_saying 2 'expected the headers of a kernel' env KDIR="$dir/folder" make -C "$dir/one" modules &&
		ends_saying 2 'expected the headers of a kernel' env KDIR="$dir/one" make -C "$dir/one" modules
}

# --- what is shown --------------------------------------------------------------------------------
# shown EXPECTED ARGUMENT…: make with ARGUMENTs prints this, and no program of this machine
shown() {
	rm -rf "$dir/one/build" "$dir/one/userspace/flowbench"
	make --no-print-directory -C "$dir/one/userspace" CC="$dir/bin/compiler" "${@:2}" program >"$dir/said" 2>&1 || return 1
	[[ $(<"$dir/said") == "$1" ]] && return
	cat "$dir/said"
	return 1
}

quiet_build() {
	shown $'  CC      cmd/main.c\n  CC      lib/a.c\n  LD      flowbench' && shown '' -s && shown '' -s V=0
}

# V=1, as an argument and from the environment: each command, and no short line
verbose_build() {
	local way

	for way in 'make V=1' 'env V=1 make'; do
		rm -rf "$dir/one/build" "$dir/one/userspace/flowbench"
		# shellcheck disable=SC2086 # words
		$way -C "$dir/one/userspace" CC="$dir/bin/compiler" program >"$dir/said" 2>&1 || return 1
		if (($(grep -cE '^.*/compiler .* -o ' "$dir/said") != 3)) || grep -E '^  (CC|LD)' "$dir/said"; then
			cat "$dir/said"
			return 1
		fi
	done
}

# --- two builds at once ---------------------------------------------------------------------------
# A compiler that notes what it makes. FAILS=1 makes it fail at the link, after the other one has
# linked.
mkdir -p "$dir/bin"
cat >"$dir/bin/compiler" <<'END'
#!/bin/bash
while [[ $1 != -o ]]; do shift; done
case $2 in
*.o)
	printf 'compile\n' >>"$LOG"
	read -r -t 0.2 <> <(:)
	;;
*)
	printf 'link\n' >>"$LOG"
	if [[ -n ${FAILS:-} ]]; then
		for _ in {1..50}; do
			[[ -s $2 ]] && break
			read -r -t 0.1 <> <(:)
		done
		exit 1
	fi
	read -r -t 0.5 <> <(:)
	;;
esac
echo made >"$2"
END
chmod +x "$dir/bin/compiler"
export LOG=$dir/log

# at_once TARGET…: two makes begin together, the second with a compiler that fails; all are waited
# for
at_once() {
	local first second status=0

	rm -rf "$dir/one/build" "$dir/one/userspace/flowbench" "$LOG"
	make -j2 -C "$dir/one/userspace" CC="$dir/bin/compiler" "$@" >"$dir/first" 2>&1 &
	first=$!
	wait_until 20 test -s "$LOG" || return 1
	FAILS=1 make -j2 -C "$dir/one/userspace" CC="$dir/bin/compiler" "$@" >"$dir/second" 2>&1 &
	second=$!
	wait "$first" || status=1
	wait "$second" || status=1
	[[ -s $dir/one/userspace/flowbench && $status == 0 && $(sort "$LOG" | uniq -c | tr -s ' \n' ' ') == ' 2 compile 1 link ' ]] && return
	cat "$dir/first" "$dir/second" "$LOG"
	return 1
}

# A make below another one does not wait for the lock that is held by that.
nested() {
	sed -i 's/^unit: .*/&\n\nnested: program\n\t$(MAKE) program\n\t$(MAKE) program OUT=$(OUT)-two BIN=$(OUT)-two\/program/' \
		"$dir/one/userspace/Makefile"
	ends 0 timeout 60 make -C "$dir/one/userspace" CC="$dir/bin/compiler" nested && [[ -e $dir/one/build/userspace-two/cmd/main.o ]]
}

# Another OUT does not wait.
other_out() {
	mkdir -p "$dir/one/build" && flock "$dir/one/build/userspace.lock" timeout 60 make -C "$dir/one/userspace" CC="$dir/bin/compiler" program \
		OUT="$dir/one/build/other" BIN="$dir/one/build/program" >"$dir/said" 2>&1 && [[ -s $dir/one/build/program ]]
}

clone "$dir/one" || exit 1
ktap_plan 18
check "a blank in the path: all is refused, nothing removed" blanks
check "and other characters" marks
check "in other paths make clean removes what it should" plain
check "the Makefile of the program works in its own folder only" another_folder
check "and so does that of the top" another_top
check "make clean removes what nobody builds in" clean_locked
check "FB_LOCKED is not executed" no_command FB_LOCKED userspace
check "what is removed does not depend on the environment" out_of_environment
check "KDIR is not executed" no_command KDIR modules
check "V is not executed" no_command V userspace
check "FUZZ is not executed" no_command FUZZ fuzz
check "FUZZ reaches the fuzzers" fuzz_gets
check "make modules fails if the module was not built" modules
check "a build prints one line a file, with -s none" quiet_build
check "V=1 shows the commands" verbose_build
check "two makes at once: one builds, and the program stays" at_once program
check "a make of another folder for objects does not wait" other_out
check "a nested make does not wait for itself" nested
ktap_end
