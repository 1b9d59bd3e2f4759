# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# FLOWBENCH_SHARED: an entry of a cache that another machine filled is taken if each file is what its sums say; else it is made
# here. The shared cache is only read.
# shellcheck disable=SC2016 # texts are expanded by the shell that they are for
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset QUIET VERBOSE
export FLOWBENCH_SHARED=$dir/shared

# in_cache CACHE TEXT: runs TEXT with the functions of the scripts
in_cache() {
	FLOWBENCH_CACHE=$1 bash -c 'set -euo pipefail; . scripts/lib.sh; '"$2"
}

# What a script does: image/ab12 is made if it is missing. Prints whether it was
make_it='fb_cache_open
if fb_missing "$FB_CACHE/$entry" "${entry%/*}" 1; then
	fb_scratch work
	mkdir -p "$work/new/root/bin" "$work/new/root/build"
	echo text >"$work/new/root/bin/a b"
	chmod 755 "$work/new/root/bin/a b"
	ln -s "a b" "$work/new/root/bin/link"
	fb_publish "$work/new" "$FB_CACHE/$entry"
	echo made
fi'

# entry ENTRY CACHE STATUS: makes ENTRY in CACHE if it is missing
entry() {
	ends_apart "$3" in_cache "$2" "entry=$1; $make_it"
}

fill() {
	FLOWBENCH_SHARED='' entry image/ab12 "$dir/shared" 0 && FLOWBENCH_SHARED='' entry workshop/ab12 "$dir/shared" 0 && says made &&
		[[ -f $dir/shared/sums/image/ab12 && ! -e $dir/shared/sums/workshop ]] && chmod -R a-w "$dir/shared" && state >"$dir/before"
}

state() {
	(cd "$dir/shared" && find . -printf '%y %m %T@ %s %P\n' | sort)
}

# again: a new cache of our own
again() {
	rm -rf "$dir/own" && mkdir "$dir/own"
}

taken() {
	again && entry image/ab12 "$dir/own" 0 && [[ ! -s $dir/said ]] && diff -r --no-dereference "$dir/shared/image" "$dir/own/image" &&
		[[ -x $dir/own/image/ab12/root/bin/'a b' && -L $dir/own/image/ab12/root/bin/link ]] && cmp "$dir/shared/sums/image/ab12" "$dir/own/sums/image/ab12" &&
		state | diff "$dir/before" - && FLOWBENCH_SHARED=$dir/own again_from_own
}

# What was taken can be taken on
again_from_own() {
	rm -rf "$dir/third" && mkdir "$dir/third" && entry image/ab12 "$dir/third" 0 && [[ ! -s $dir/said ]]
}

# Not in the shared cache, and a kind that is not shared: made here
not_there() {
	again && entry image/cd34 "$dir/own" 0 && says made && entry workshop/ab12 "$dir/own" 0 && says made
}

# spoiled WHAT COMMAND: a copy of the shared cache in which COMMAND has changed something gives nothing
spoiled() {
	chmod -R u+w "$dir/bad" 2>/dev/null
	rm -rf "$dir/bad" && cp -a "$dir/shared" "$dir/bad" && chmod -R u+w "$dir/bad" && (cd "$dir/bad/image/ab12" && eval "$2") && again || return 1
	FLOWBENCH_SHARED=$dir/bad entry image/ab12 "$dir/own" 0 && says made && grep -qE "^flowbench: image/ab12 of the shared cache is not what its sums say \('.*$1.*'\); it is made here$" "$dir/err" &&
		(($(wc -l <"$dir/err") == 1)) && [[ ! -e $dir/own/image/ab12/root/more  ]]
}

changed() {
	spoiled 'root/bin/a b' 'echo other >"root/bin/a b"' && spoiled 'root/bin/a b' 'chmod 4755 "root/bin/a b"' && spoiled 'root/bin/link' 'ln -sfn /etc/passwd root/bin/link' &&
		spoiled 'root/more' 'echo x >root/more' && spoiled 'root/bin/a b' 'rm "root/bin/a b"'
}

# An entry under the name of another one: the sums name their entry
renamed() {
	chmod -R u+w "$dir/bad" && rm -rf "$dir/bad" && cp -a "$dir/shared" "$dir/bad" && chmod -R u+w "$dir/bad" && again && mv "$dir/bad/image/ab12" "$dir/bad/image/ef56" && mv "$dir/bad/sums/image/ab12" "$dir/bad/sums/image/ef56" || return 1
	FLOWBENCH_SHARED=$dir/bad entry image/ef56 "$dir/own" 0 && says made && grep -q 'is not what its sums say' "$dir/err"
}

# What compilers leave in their tree is not taken
left_over() {
	chmod -R u+w "$dir/bad" && rm -rf "$dir/bad" && cp -a "$dir/shared" "$dir/bad" && chmod -R u+w "$dir/bad" && again && mkdir -p "$dir/bad/image/ab12/root/bin/__pycache__" &&
		touch "$dir/bad/image/ab12/root/bin/__pycache__/evil.pyc" "$dir/bad/image/ab12/root/build/object" || return 1
	FLOWBENCH_SHARED=$dir/bad entry image/ab12 "$dir/own" 0 && [[ ! -s $dir/said && -d $dir/own/image/ab12/root/build ]] && ! find "$dir/own/image" -name '*.pyc' -o -name object | grep .
}

refused() {
	again && mkdir -p "$dir/plain" && FLOWBENCH_SHARED=relative entry image/ab12 "$dir/own" 2 && grep -q "FLOWBENCH_SHARED='relative': expected the folder of a cache" "$dir/err" &&
		FLOWBENCH_SHARED=$dir/plain entry image/ab12 "$dir/own" 2 && grep -q "expected a cache of flowbench" "$dir/err" &&
		FLOWBENCH_SHARED=$dir/own entry image/ab12 "$dir/own" 2 && grep -q "expected another folder" "$dir/err" && [[ ! -e $dir/own/image ]]
}

distrusted() {
	again && chmod o+w "$dir/bad/sums/image/ab12" || return 1
	FLOWBENCH_SHARED=$dir/bad entry image/ab12 "$dir/own" 2 && grep -q "'.*/sums/image/ab12' can be written by everybody, and root executes" "$dir/err"
}

full_disk() {
	again && ends_saying 1 'no space left' unshare --user --map-root-user --mount bash -c 'mount -t tmpfs -o size=1m,mode=755 none "$1/own" && cd "$2" && set -euo pipefail && export FLOWBENCH_CACHE="$1/own" &&
		. scripts/lib.sh && entry=image/ab12 && '"$make_it" bash "$dir" "$PWD"
}

ktap_plan 9
check "an entry has sums" fill
check "it is taken, and the shared cache is only read" taken
check "what is not there is made here" not_there
check "an entry that was changed is not taken" changed
check "nor one under another name" renamed
check "what a compiler left is not taken" left_over
check "what is not a shared cache" refused
if ((EUID == 0)); then check "sums that anybody may write" distrusted; else skip "sums that anybody may write" "only root refuses them"; fi
if unshare --user --map-root-user --mount true 2>/dev/null; then check "a full disk" full_disk; else skip "a full disk" "no mount namespace can be made"; fi
ktap_end
