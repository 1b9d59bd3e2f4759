# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The cache: which folder may be one, what is removed with it, and whose programs root executes from
# it. All folders are in a scratch folder, HOME too.
# shellcheck disable=SC2016 # texts are expanded by the shell that they are for
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset QUIET VERBOSE MAKEFLAGS MAKEOVERRIDES XDG_CACHE_HOME FLOWBENCH_CACHE SUDO_UID
umask 022
export HOME=$dir/home
mkdir "$HOME"
root_only="it needs root"

# in_cache CACHE TEXT: runs TEXT in a shell that has the functions of the scripts
in_cache() {
	FLOWBENCH_CACHE=$1 bash -c "set -euo pipefail; . scripts/lib.sh; $2"
}

# made CACHE: a script makes the cache
made() {
	in_cache "$1" 'fb_lock a'
}

# today CACHE: a cache as it was before there was a marker
today() {
	mkdir -p "$1"/{locks,tmp,kernel/6.12-1,image/0,toolchain/bookworm-2} && touch "$1/test-seconds" "$1/kernel/6.12-1/vmlinuz"
}

# same DIR COMMAND…: COMMAND leaves DIR as it is
same() {
	local before

	before=$(find "$1" | sort)
	"${@:2}" || return 1
	[[ $(find "$1" | sort) == "$before" ]] && return
	printf 'was:\n%s\nis:\n' "$before"
	find "$1"
	return 1
}

# refused CACHE PATTERN: neither a script that writes to the cache nor forget takes this folder, and
# both say why
refused() {
	local command

	for command in 'fb_lock a' 'fb_scratch d' 'fb_missing $FB_CACHE/kernel/none a 1' 'exec scripts/kernel/archive' \
		'exec scripts/vm/qemu none' 'exec scripts/kernel/resolve 6.12.1' 'exec scripts/vm/image' 'exec scripts/forget'; do
		ends_saying 2 "^flowbench: .*$2" in_cache "$1" "$command" || { printf '%s\n' "$command" && return 1; }
	done
}

# --- which folder ---------------------------------------------------------------------------------
a_home() {
	mkdir -p "$dir/h/src" && echo mine >"$dir/h/notes" || return 1
	HOME=$dir/h same "$dir/h" refused "$dir/h" "expected a folder of its own, and $dir/h is in it" &&
		HOME=$dir/h same "$dir/h" refused "$dir/h/" 'expected a folder of its own' &&
		HOME=$dir/h/src same "$dir/h" refused "$dir/h" 'expected a folder of its own' &&
		same "$dir/h" refused "$dir/h" "it is not a cache of flowbench: it holds '"
}

# The target as a user calls it, with the scripts of a copy: it ends with an error, and the folder
# stays.
distclean() {
	local tree=$dir/clean

	mkdir -p "$tree/userspace" "$tree/out" && cp -a Makefile scripts "$tree/" &&
		printf 'clean:\n' >"$tree/userspace/Makefile" && touch "$tree/out/result" || return 1
	mkdir -p "$dir/h/locks" "$dir/h/tmp"
	HOME=$dir/h FLOWBENCH_CACHE=$dir/h same "$dir/h" ends_saying 2 'forget: the cache ' make -C "$tree" distclean &&
		FLOWBENCH_CACHE=$dir/h same "$dir/h" ends_saying 2 'forget: the cache ' make -C "$tree" distclean &&
		[[ -e $tree/out/result ]] || return 1
	FLOWBENCH_CACHE=$dir/no ends 0 make -C "$tree" distclean && [[ ! -e $tree/out ]]
}

some_names() {
	mkdir -p "$dir/project"/{build,source}
	same "$dir/project" refused "$dir/project" 'it has no locks/ and tmp/'
	mkdir -p "$dir/more"/{locks,tmp,build} && touch "$dir/more/build image"
	same "$dir/more" refused "$dir/more" "it holds 'build image'"
}

odd_paths() {
	touch "$dir/file"
	refused cache 'expected an absolute path' && refused "$dir/file" 'expected a folder' &&
		refused "$dir/a b" 'expected a path without white space' && refused "$dir/\$x" 'expected a path without white space' &&
		[[ ! -e "$dir/a b" ]] || return 1
	# Only looked at: a forget that is wrong must not find them.
	ends_saying 2 'expected a folder of its own, and / is in it' in_cache / fb_cache_find &&
		ends_saying 2 "expected a folder of its own, and $PWD is in it" in_cache "${PWD%/*}" fb_cache_find
}

new_and_empty() {
	mkdir "$dir/empty"
	made "$dir/new/cache" && made "$dir/empty" || return 1
	grep -q '^Signature: 8a477f597d28d172789f06886806bc55$' "$dir/new/cache/CACHEDIR.TAG" &&
		cmp "$dir/new/cache/CACHEDIR.TAG" "$dir/empty/CACHEDIR.TAG" && made "$dir/empty"
}

of_before() {
	today "$dir/today"
	ends_saying 0 "the cache $dir/today gets a marker" made "$dir/today" && [[ -s $dir/today/CACHEDIR.TAG ]] &&
		ends 0 made "$dir/today" && [[ ! -s $dir/said ]]
}

# Several scripts begin at once, with a new cache.
at_once() {
	local i pids=() status=0

	for i in {1..8}; do
		made "$dir/race" >"$dir/said-$i" 2>&1 &
		pids+=("$!")
	done
	for i in "${pids[@]}"; do wait "$i" || status=1; done
	cat "$dir/said-"*
	((status == 0)) && [[ -z $(cat "$dir/said-"*) && $(ls -A "$dir/race") == CACHEDIR.TAG$'\n'locks$'\n'tmp ]]
}

places() {
	ends_saying 2 'HOME is not set; set HOME, or FLOWBENCH_CACHE' env -u HOME scripts/kernel/archive &&
		ends_saying 2 'HOME is not set' env HOME= scripts/forget && ends 0 env -u HOME scripts/version &&
		ends 0 env -u HOME FLOWBENCH_CACHE="$dir/c" bash -c '. scripts/lib.sh; fb_lock a' &&
		[[ $(. scripts/lib.sh; echo "$FB_CACHE") == "$HOME/.cache/flowbench" ]] &&
		[[ $(XDG_CACHE_HOME=$dir/x bash -c '. scripts/lib.sh; echo "$FB_CACHE"') == "$dir/x/flowbench" ]] &&
		[[ $(XDG_CACHE_HOME=x bash -c '. scripts/lib.sh; echo "$FB_CACHE"') == "$HOME/.cache/flowbench" ]]
}

# Each script that uses the cache opens it first, and what they make in it has a name of the list.
each_opens() {
	local file name bad=0

	while IFS= read -r file; do
		[[ $file != scripts/lib/* && $file != *.md && $file != scripts/lib.sh ]] || continue
		awk '/^[^#]*fb_cache_(open|find)/ { found = 1 } /^[^#\t]*\$FB_CACHE/ && !found { bad = 1 } END { exit bad || !found }' "$file" ||
			{ printf '%s uses the cache and does not open it first\n' "$file" && bad=1; }
	done < <(grep -rl 'FB_CACHE' scripts tests/run)
	while IFS= read -r name; do
		in_cache "$dir/c" 'fb_is_one_of '"$name"' "${fb_cache_names[@]}"' || { printf 'not in fb_cache_names: %s\n' "$name" && bad=1; }
	done < <(grep -rhoE 'FB_CACHE"?/[a-z-]+' scripts tests/run | sed 's/.*\///' | grep -vx flowbench | sort -u)
	return "$bad"
}

# --- forget ---------------------------------------------------------------------------------------
whole() {
	today "$dir/f1" && made "$dir/f1" 2>/dev/null && FLOWBENCH_CACHE=$dir/f1 ends 0 scripts/forget && [[ ! -e $dir/f1 ]] &&
		today "$dir/f1" && FLOWBENCH_CACHE=$dir/f1 ends 0 scripts/forget && [[ ! -e $dir/f1 ]] &&
		FLOWBENCH_CACHE=$dir/f1 ends 0 scripts/forget && [[ ! -e $dir/f1 ]]
}

strange_file() {
	made "$dir/f2" && mkdir "$dir/f2/kernel" && echo mine >"$dir/f2/notes" || return 1
	FLOWBENCH_CACHE=$dir/f2 ends_saying 0 "notes' is not of the cache, and stays" scripts/forget &&
		[[ $(ls -A "$dir/f2") == CACHEDIR.TAG$'\n'notes ]]
}

# A lock that is held, and the scratch directory of a running script
running() {
	local pid status=0

	in_cache "$dir/f3" 'fb_lock held; fb_scratch d; mkdir -p "$FB_CACHE/kernel/a"; touch "$d/used" '"$dir/begun"'
		until [[ -e '"$dir/end"' ]]; do read -r -t 0.05 <> <(:) || true; done' &
	pid=$!
	wait_until 20 test -e "$dir/begun" || status=1
	FLOWBENCH_CACHE=$dir/f3 ends_saying 0 "locks/held is held by '.*' \(process [0-9]+\).*, and stays" scripts/forget &&
		says 'is used by a running script, and stays' && [[ -e $dir/f3/locks/held && ! -e $dir/f3/kernel ]] &&
		compgen -G "$dir/f3/tmp/*/used" >/dev/null || status=1
	touch "$dir/end"
	wait "$pid" || status=1
	FLOWBENCH_CACHE=$dir/f3 ends 0 scripts/forget && [[ ! -e $dir/f3 && $status == 0 ]]
}

through_link() {
	mkdir "$dir/real" && ln -s real "$dir/link" && ln -s nowhere "$dir/dangling" && echo other >"$dir/beside" || return 1
	[[ $(in_cache "$dir/link" 'fb_lock a; echo "$FB_CACHE"') == "$dir/real" && -e $dir/real/locks/a ]] &&
		FLOWBENCH_CACHE=$dir/link/ ends_saying 0 "link is a link: it stays, and $dir/real is empty" scripts/forget &&
		[[ -L $dir/link && -z $(ls -A "$dir/real") && -e $dir/beside ]] && made "$dir/link" &&
		refused "$dir/dangling" "the link leads to 'nowhere', which does not exist" && [[ ! -e $dir/nowhere ]]
}

# A link in place of an entry is removed, not followed.
link_inside() {
	made "$dir/f4" && mkdir "$dir/f4/kernel" "$dir/precious" && touch "$dir/precious/file" || return 1
	ln -s "$dir/precious" "$dir/f4/image" && ln -s "$dir/precious" "$dir/f4/kernel/a" || return 1
	FLOWBENCH_CACHE=$dir/f4 ends 0 scripts/forget && [[ ! -e $dir/f4 && -e $dir/precious/file ]]
}

others_stay() {
	today "$dir/f5" && made "$dir/f5" 2>/dev/null && chown -R 12345 "$dir/f5/image" "$dir/f5/kernel/6.12-1" || return 1
	FLOWBENCH_CACHE=$dir/f5 ends_saying 0 "$dir/f5/image belongs to .*, and stays" scripts/forget && says 'kernel/6.12-1 belongs to ' &&
		[[ -e $dir/f5/image/0 && -e $dir/f5/kernel/6.12-1/vmlinuz && ! -e $dir/f5/toolchain && -e $dir/f5/CACHEDIR.TAG ]] &&
		SUDO_UID=12345 FLOWBENCH_CACHE=$dir/f5 ends 0 scripts/forget && [[ ! -e $dir/f5 ]]
}

# An empty folder is somebody else's, whatever its owner.
empty_stays() {
	mkdir "$dir/bare" || return 1
	FLOWBENCH_CACHE=$dir/bare ends_saying 0 "$dir/bare is empty, and flowbench did not make it: it stays" scripts/forget && [[ -d $dir/bare ]]
}

# What make clean and distclean remove in the clone
in_the_clone() {
	local name

	for name in build out build/a/b out/cache; do
		ends_saying 2 "expected a folder outside of $PWD/${name%%/*}, which make removes" in_cache "$PWD/$name" fb_cache_find || return 1
	done
}

# --- whom root trusts -----------------------------------------------------------------------------
# trusts PATTERN COMMAND…: after COMMAND root refuses the cache for this reason
trusts() {
	rm -rf "$dir/t" && today "$dir/t" && made "$dir/t" 2>/dev/null && "${@:2}" || return 1
	refused_trust "$1"
}

refused_trust() {
	ends_saying 2 "$1, and root executes what is in the cache; if you trust it: chown -R root: $dir/t; chmod -R go-w $dir/t" made "$dir/t" &&
		FLOWBENCH_CACHE=$dir/t ends_saying 2 "$1" scripts/vm/image && chown -R root: "$dir/t" && chmod -R go-w "$dir/t" && made "$dir/t"
}

owners() {
	trusts "'$dir/t' belongs to [^ ]*" chown 12345 "$dir/t" && trusts "toolchain/bookworm-2' belongs to [^ ]*" chown 12345 "$dir/t/toolchain/bookworm-2" &&
		trusts "kernel' can be written by everybody" chmod o+w "$dir/t/kernel" &&
		trusts "can be written by the group games" eval 'chgrp games "$dir/t/image" && chmod g+w "$dir/t/image"'
}

# A link of another user to a cache of root's, and one in place of an entry
links() {
	rm -rf "$dir/t" && today "$dir/t" && made "$dir/t" 2>/dev/null && ln -s t "$dir/theirs" && chown -h 12345 "$dir/theirs" || return 1
	refused "$dir/theirs" 'the link belongs to ' && rm "$dir/theirs" && ln -s "$dir/home" "$dir/t/kernel/l" &&
		chown -h 12345 "$dir/t/kernel/l" && ends_saying 2 "kernel/l' belongs to " made "$dir/t"
}

# Who owns a folder above it can replace the cache. Nobody can in a sticky folder.
above() {
	mkdir -p "$dir/up/in" && chown 12345 "$dir/up" && ends_saying 2 "'$dir/up' belongs to [^ ]*, who could replace the cache" made "$dir/up/in/cache" &&
		[[ ! -e $dir/up/in/cache ]] && SUDO_UID=12345 made "$dir/up/in/cache" && ends_saying 2 "'$dir/up' belongs to " made "$dir/up/in/cache" &&
		chown root "$dir/up" && chmod 777 "$dir/up" && ends_saying 2 "'$dir/up' can be written by everybody, who could" made "$dir/up/in/cache" &&
		chmod 1777 "$dir/up" && made "$dir/up/in/cache"
}

callers() {
	rm -rf "$dir/t" && today "$dir/t" && made "$dir/t" 2>/dev/null && chown -R 12345 "$dir/t" || return 1
	SUDO_UID=12345 made "$dir/t" && ! SUDO_UID=1234 made "$dir/t" 2>/dev/null && ! SUDO_UID='12345 1' made "$dir/t" 2>/dev/null &&
		! SUDO_UID='' made "$dir/t" 2>/dev/null
}

root_group() {
	rm -rf "$dir/t" && (umask 000 && made "$dir/t") && made "$dir/t" && [[ -z $(find "$dir/t" -perm /022) ]] &&
		chmod -R g+w "$dir/t" && made "$dir/t"
}

# As an ordinary user, who shares it with a group
as_user() {
	rm -rf "$dir/u" && mkdir "$dir/u" && chown 12345 "$dir/u" && chmod 755 "$dir" && cp -a scripts "$dir/u/" && mkdir -p "$dir/u/kmod" || return 1
	(cd "$dir/u" && HOME=$dir/u setpriv --reuid 12345 --clear-groups bash -c 'set -e; umask 002; . scripts/lib.sh; fb_lock a
		chmod 777 "$HOME/.cache/flowbench"; fb_cache_opened=; fb_lock b') && [[ -e $dir/u/.cache/flowbench/CACHEDIR.TAG ]]
}

# --- a full disk ----------------------------------------------------------------------------------
# on_small COMMAND…: runs COMMAND with a cache of 1 MB
on_small() {
	mkdir -p "$dir/small"
	unshare -m bash -c 'mount -t tmpfs -o size=1m tmpfs "$1" && cd . && shift && "$@"' bash "$dir/small" \
		env FLOWBENCH_CACHE="$dir/small/cache" "$@"
}

mount_point() {
	mkdir -p "$dir/point"
	FLOWBENCH_CACHE=$dir/point ends_saying 0 "$dir/point is a mount point: it stays, and is empty" unshare -m bash -c 'mount -t tmpfs -o mode=755 tmpfs "$FLOWBENCH_CACHE" &&
		(. scripts/lib.sh; fb_lock a) && scripts/forget && [[ -z $(ls -A "$FLOWBENCH_CACHE") ]]'
}

no_space() {
	mkdir -p "$dir/kernels" && cp -a Makefile scripts "$dir/kernels/" && printf '#!/bin/sh\n' >"$dir/kernels/scripts/setup" || return 1
	ends_saying 2 "^flowbench: kernel/archive: no space left in $dir/small/cache: [01] MB free, 500 MB needed$" \
		on_small make -C "$dir/kernels" kernels && ends 1 on_small "$dir/kernels/scripts/kernel/list"
}

no_byte() {
	ends_saying 1 "kernel/archive: cannot write to the cache $dir/small/cache: No space left on device" on_small bash -c \
		'mkdir "$FLOWBENCH_CACHE"; head -c 2m /dev/zero >"$FLOWBENCH_CACHE/../fill"; exec scripts/kernel/archive' &&
		! says 'line [0-9]+:' >/dev/null
}

ktap_plan 28
check "a home directory is not a cache, and nothing in it is removed" a_home
check "make distclean removes neither that nor the results" distclean
check "nor a folder that has some names of a cache" some_names
check "other paths that cannot be one" odd_paths
check "a new and an empty folder get the marker" new_and_empty
check "a cache of before gets it once, with a line" of_before
check "eight scripts at once make a new cache" at_once
check "without HOME, and with a relative XDG_CACHE_HOME" places
check "each script that uses the cache opens it first, and knows its names" each_opens
check "forget removes a cache, and one of before" whole
check "what is not of the cache stays" strange_file
check "locks that are held and scratch directories in use stay" running
check "a cache that is a link" through_link
check "links in a cache are not followed" link_inside
check "forget leaves an empty folder that has no marker" empty_stays
check "a folder that make clean removes is not a cache" in_the_clone
if ((EUID == 0)); then
	check "what another user owns stays" others_stay
	check "root refuses what another user owns or may write" owners
	check "and links of another user" links
	check "and a cache that another user can replace" above
	check "but not what the caller of sudo owns" callers
	check "what root makes is root's alone, whatever the umask" root_group
	check "a user who shares a cache may" as_user
else
	for _ in {1..7}; do skip "other users" "$root_only"; done
fi
if unshare -m mount -t tmpfs tmpfs "$dir" 2>/dev/null; then
	check "make kernels on a full disk" no_space
	check "a cache without a byte left" no_byte
	check "forget empties a mount point" mount_point
else
	for _ in 1 2 3; do skip "a full disk" "no file system can be mounted here"; done
fi
check "messages without control characters" ends_saying 2 "the cache '/x\?y': " env FLOWBENCH_CACHE=$'/x\ey' scripts/forget
check "a lock's holder is shown without them" bash -c '. scripts/lib.sh
	printf "1\t1\tx\033y\n" >'"$dir"'/lock; [[ $(fb_lock_holder '"$dir"'/lock) == "'"'x?y'"' (process 1"* ]]'
ktap_end
