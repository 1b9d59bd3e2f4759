# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The cache, $FB_CACHE: entries that appear whole or not at all, one lock for each, scratch directories beside them.
#
#   image/ kernel/ toolchain/ …   entries, named by what they are made of
#   locks/NAME                    locks; each holds "PID<TAB>TIME<TAB>COMMAND" of the last holder
#   tmp/                          scratch directories, each with a lock beside it

# fb_need_space MB DIR: ends the script if DIR has less room than that. DIR need not exist yet.
fb_need_space() {
	local dir=$2 avail

	while [[ ! -e $dir && $dir == */* ]]; do dir=${dir%/*}; done
	avail=$(df -Pm -- "${dir:-/}" | awk 'NR == 2 { print $4 }')
	((avail >= $1)) || fb_die "no space left in $2: $avail MB free, $1 MB needed"
}

# fb_need COMMAND…: ends the script if one is not in PATH
fb_need() {
	local tool

	for tool; do
		command -v "$tool" >/dev/null || fb_die "'$tool' is missing: run 'make setup'"
	done
}

# fb_cache_init: makes the cache's folders
fb_cache_init() {
	[[ -d $FB_CACHE/locks && -d $FB_CACHE/tmp ]] || mkdir -p "$FB_CACHE/locks" "$FB_CACHE/tmp" 2>/dev/null ||
		fb_die "cannot write to the cache $FB_CACHE"
}

# fb_lock NAME: takes the lock of the cache entry NAME; held until the script ends
fb_lock() {
	fb_cache_init
	fb_lock_file "$FB_CACHE/locks/$1" "$1"
}

# fb_lock_file FILE WHAT: takes a lock, and sets FB_LOCK for fb_unlock. If another run holds it for more than a
# second: says for what this one waits, who holds it and since when.
fb_lock_file() {
	local fd began=$SECONDS

	# Read and write: what the holder has written must stay.
	exec {fd}<>"$1" || fb_die "cannot lock $1"
	if ! flock -w 1 "$fd"; then
		fb_say "$fb_me: waiting for $2, locked by $(fb_lock_holder "$1")"
		flock "$fd"
		fb_say "$fb_me: waited $((SECONDS - began)) s for $2"
	fi
	printf '%d\t%d\t%s\n' "$$" "$EPOCHSECONDS" "$fb_command" >"$1"
	FB_LOCK=$fd
}

# fb_unlock: gives the last lock back
fb_unlock() {
	exec {FB_LOCK}>&-
}

# fb_lock_holder FILE: who holds the lock, and since when, for people
fb_lock_holder() {
	local pid='' since='' command=''

	IFS=$'\t' read -r pid since command <"$1" || true
	if [[ ! $pid =~ ^[0-9]+$ || ! $since =~ ^[0-9]+$ ]]; then
		printf 'another run'
		return
	fi
	printf "'%s' (process %d%s) since %(%H:%M:%S UTC)T, %d s ago" "$command" "$pid" \
		"$([[ -e /proc/$pid ]] || printf ', which has ended, but not all that it started')" \
		"$since" $((EPOCHSECONDS - since))
}

# fb_missing ENTRY LOCK MB: true if the cache does not have ENTRY. Then the script holds LOCK, and MB are free.
fb_missing() {
	[[ ! -e $1 ]] || return 1
	fb_lock "$2"
	# Another run may have made it meanwhile.
	[[ ! -e $1 ]] || return 1
	fb_need_space "$3" "$FB_CACHE"
}

# fb_scratch VAR: makes a new directory in the cache, sets VAR to its path, and removes it when the script ends. It
# also removes the directories of killed runs: those whose lock nobody holds.
fb_scratch() {
	local old lock new

	fb_cache_init
	for old in "$FB_CACHE"/tmp/*.lock; do
		[[ -e $old ]] || continue
		if flock -n "$old" true 2>/dev/null; then
			rm -rf -- "${old%.lock}" "$old"
		fi
	done
	new=$(mktemp -u "$FB_CACHE/tmp/XXXXXXXX")
	exec {lock}>"$new.lock"
	# Nobody else has this name; another run holds the lock only while it looks whether this one lives.
	flock "$lock"
	fb_undo rm -rf -- "$new" "$new.lock"
	mkdir "$new" || fb_die "cannot write to the cache $FB_CACHE"
	printf -v "$1" '%s' "$new"
}

# fb_publish SCRATCH FINAL: makes the directory SCRATCH the cache entry FINAL
fb_publish() {
	mkdir -p -- "$(dirname -- "$2")"
	rm -rf -- "$2"
	mv -T -- "$1" "$2"
}

# fb_hash [FILE…] [-- RECIPE…]: prints a short hash of the names and contents of FILEs, and of the contents of RECIPEs
# without their comments (fb_recipe): another word in a comment must not build a kernel anew. Names count below the
# top directory. It takes few processes: each boot hashes some hundred files.
fb_hash() {
	local hashed=() sum

	while (($#)) && [[ $1 != -- ]]; do
		hashed+=("${1#"$FB_TOP"/}")
		shift
	done
	sum=$({
		((${#hashed[@]} == 0)) || (cd -- "$FB_TOP" && sha256sum -- "${hashed[@]}")
		(($# < 2)) || fb_recipe "${@:2}"
	} | sha256sum)
	printf '%s\n' "${sum:0:16}"
}

# fb_recipe FILE…: the lines of scripts and lists without comments
fb_recipe() {
	sed -E '/^[[:space:]]*(#|$)/d' -- "$@"
}

# fb_copy FROM TO FILE…: copies each FILE, below FROM, to its place below TO
fb_copy() {
	local from=$1 to=$2
	shift 2

	mkdir -p -- "$to"
	(cd -- "$from" && cp --parents -t "$to" -- "${@#"$from"/}")
}

# fb_depmod ROOT RELEASE: depmod for a tree that has usr/lib/modules, but no lib
fb_depmod() {
	mkdir "$1/lib"
	mv -- "$1/usr/lib/modules" "$1/lib/"
	depmod -b "$1" "$2"
	mv -- "$1/lib/modules" "$1/usr/lib/"
	rmdir "$1/lib"
}

# fb_pack DIR OUT: packs DIR as a newc cpio. Its bytes depend on the names and contents only, not on who packs it, when
# or under which umask. Changes modes and dates in DIR.
fb_pack() {
	chmod -R a-st,u=rwX,go=rX -- "$1"
	find "$1" -exec touch -h -d "@$FB_EPOCH" -- {} +
	(cd -- "$1" && find . -mindepth 1 -print0 | sort -z |
		cpio --null --create --format=newc --owner=0:0 --reproducible \
			--quiet) >"$2"
}
