# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The cache, $FB_CACHE: entries that appear whole or not at all, one lock for each, scratch directories beside them.
#
#   CACHEDIR.TAG                  the marker: without it nothing is written here or removed
#   image/ kernel/ toolchain/ …   entries, named by what they are made of
#   locks/NAME                    locks; each holds "PID<TAB>TIME<TAB>COMMAND" of the last holder
#   tmp/                          scratch directories, each with a lock beside it
#
# A script that uses the cache in any way calls fb_cache_open first; fb_lock, fb_missing and
# fb_scratch do so as well.

# XDG's specification: a path that is not absolute is to be ignored.
FB_CACHE=${XDG_CACHE_HOME:-}
[[ $FB_CACHE == /* ]] || FB_CACHE=${HOME:+$HOME/.cache}
FB_CACHE=${FLOWBENCH_CACHE:-${FB_CACHE:+$FB_CACHE/flowbench}}

# All names that scripts and tests/run make in the cache.
fb_cache_names=(archive build differs image kernel linters locks module modules plugin program qemu reach source sums test-seconds
	tmp toolchain workshop)
fb_cache_mark='# This folder is a cache of flowbench. make distclean removes it.'
fb_cache_opened=''

# fb_cache_refuse TEXT: ends the script: this cache is not used
fb_cache_refuse() {
	fb_die -s 2 "the cache $(fb_quoted "$FB_CACHE"): $*; FLOWBENCH_CACHE= names another folder"
}

# fb_cache_open: ends the script unless $FB_CACHE is, or can become, a cache of flowbench that this
# user may trust. Makes it if it does not exist.
fb_cache_open() {
	local unmarked=''

	[[ -z $fb_cache_opened ]] || return 0
	# What root makes, nobody else may change.
	((EUID != 0)) || umask "$(printf '%03o' $((8#$(umask) | 8#022)))"
	fb_cache_find || { fb_cache_trust_above && fb_cache_write mkdir -p -- "$FB_CACHE"; }
	fb_cache_marked || { fb_cache_claim && unmarked=1; }
	fb_cache_trust
	if [[ -n $unmarked ]]; then
		[[ ! -d $FB_CACHE/tmp ]] || fb_cache_marked || fb_say "the cache $FB_CACHE gets a marker, the file CACHEDIR.TAG"
		fb_cache_write fb_cache_put_mark
	fi
	[[ -d $FB_CACHE/locks && -d $FB_CACHE/tmp ]] || fb_cache_write mkdir -p -- "$FB_CACHE/locks" "$FB_CACHE/tmp"
	fb_cache_opened=1
}

# fb_cache_find: follows a link, of which FB_CACHE_LINK gets the path. Ends the script if $FB_CACHE
# is not usable as a path, is a file, or would hold the home directory or the clone. Returns 1 if it
# does not exist.
fb_cache_find() {
	local held

	FB_CACHE_LINK=''
	[[ -n $FB_CACHE ]] ||
		fb_die -s 2 "no folder for the cache: HOME is not set; set HOME, or FLOWBENCH_CACHE to an absolute path"
	[[ $FB_CACHE == /* ]] || fb_cache_refuse "expected an absolute path"
	fb_plain_path "$FB_CACHE" || fb_cache_refuse "$fb_plain_words"
	while [[ $FB_CACHE == ?*/ ]]; do FB_CACHE=${FB_CACHE%/}; done
	if [[ -L $FB_CACHE ]]; then
		FB_CACHE_LINK=$FB_CACHE
		((EUID != 0)) || fb_is_ours "$(stat -c %u -- "$FB_CACHE")" ||
			fb_cache_refuse "the link belongs to $(stat -c %U -- "$FB_CACHE")"
		[[ -e $FB_CACHE ]] || fb_cache_refuse "the link leads to '$(readlink -- "$FB_CACHE")', which does not exist"
	fi
	[[ ! -e $FB_CACHE || -d $FB_CACHE ]] || fb_cache_refuse "expected a folder"
	FB_CACHE=$(realpath -m -- "$FB_CACHE")
	fb_plain_path "$FB_CACHE" || fb_cache_refuse "$fb_plain_words"
	for held in / "$FB_TOP" "$(realpath -m -- "${HOME:-/}")"; do
		[[ ${held%/}/ != "${FB_CACHE%/}"/* ]] || fb_cache_refuse "expected a folder of its own, and $held is in it"
	done
	for held in "$FB_TOP/build" "$FB_TOP/out"; do
		[[ $FB_CACHE/ != "$held"/* ]] || fb_cache_refuse "expected a folder outside of $held, which make removes"
	done
	[[ -e $FB_CACHE ]]
}

# fb_cache_write COMMAND…: runs COMMAND, which writes to the cache; if it fails, the script ends
# with its reason
fb_cache_write() {
	local said

	said=$("$@" 2>&1) || fb_die "cannot write to the cache $FB_CACHE: ${said##*: }"
}

# fb_cache_marked: true if the folder has the marker
fb_cache_marked() {
	[[ -f $FB_CACHE/CACHEDIR.TAG && ! -L $FB_CACHE/CACHEDIR.TAG ]] &&
		grep -qxF -- "$fb_cache_mark" "$FB_CACHE/CACHEDIR.TAG" 2>/dev/null
}

# fb_cache_claim: ends the script unless the folder, which has no marker, may get it: it is empty,
# or a cache that was made before there was a marker. That has locks/ and tmp/, and only names of
# the list.
fb_cache_claim() {
	local entry holds=0 other=''

	while IFS= read -r -d '' entry; do
		holds=1
		fb_is_one_of "$entry" "${fb_cache_names[@]}" || other="it holds $(fb_quoted "$entry")"
	done < <(find "$FB_CACHE" -mindepth 1 -maxdepth 1 ! -name 'CACHEDIR.TAG.??????' -printf '%f\0')
	if ((holds)) && [[ ! -d $FB_CACHE/locks || -L $FB_CACHE/locks || ! -d $FB_CACHE/tmp || -L $FB_CACHE/tmp ]]; then
		other=${other:-"it has no locks/ and tmp/"}
	fi
	# Another run may have made the cache meanwhile.
	[[ -z $other ]] || fb_cache_marked ||
		fb_cache_refuse "it is not a cache of flowbench: $other; nothing was written or removed there;" \
			"expected a cache, a new folder or an empty one"
}

# fb_cache_put_mark: writes the marker, whole or not at all
fb_cache_put_mark() {
	local new

	new=$(mktemp "$FB_CACHE/CACHEDIR.TAG.XXXXXX") || return
	if ! printf '%s\n' 'Signature: 8a477f597d28d172789f06886806bc55' "$fb_cache_mark" >"$new" || ! chmod 644 "$new" ||
		! mv -fT -- "$new" "$FB_CACHE/CACHEDIR.TAG"; then
		rm -f -- "$new"
		return 1
	fi
}

# fb_is_ours UID: true if it is root's, or that of the user who called sudo
fb_is_ours() {
	[[ $1 == 0 || $1 == "$UID" || (${SUDO_UID:-} =~ ^[0-9]+$ && $1 == "$SUDO_UID") ]]
}

# fb_own_group USER GROUP: true if GROUP is root's, or the primary group of USER with no other
# member
fb_own_group() {
	local members

	[[ $2 != root ]] || return 0
	[[ $1 == "$2" && $(id -gn -- "$1" 2>/dev/null) == "$2" ]] || return 1
	members=$(getent group -- "$2" | cut -d : -f 4)
	[[ -z $members || $members == "$1" ]]
}

# fb_distrust UID USER GROUP MODE: sets FB_WHY to the reason why root does not rely on a file with
# this owner, group and mode (as find prints them); empty if root does
fb_distrust() {
	FB_WHY=''
	if ! fb_is_ours "$1"; then
		FB_WHY="belongs to $2"
	elif [[ $4 == [!l]???????w? ]]; then
		FB_WHY="can be written by everybody"
	elif [[ $4 == [!l]????w???? ]] && ! fb_own_group "$2" "$3"; then
		FB_WHY="can be written by the group $3"
	fi
}

# fb_cache_trust: as root, ends the script unless the cache and its entries belong to root or to the
# caller, and nobody else may write to them: programs of the cache are executed, and modules of it
# are loaded. What is inside of an entry was made by the owner of the entry.
fb_cache_trust() {
	local path uid user group mode

	((EUID == 0)) || return 0
	while IFS=$'\t' read -r -d '' uid user group mode path; do
		fb_distrust "$uid" "$user" "$group" "$mode"
		[[ -z $FB_WHY ]] || fb_cache_refuse "$(fb_quoted "$path") $FB_WHY, and root executes what is in the cache; if you trust it:" \
			"chown -R root: $FB_CACHE; chmod -R go-w $FB_CACHE"
	done < <(find "$FB_CACHE" -maxdepth 2 ! -path "$FB_CACHE/tmp/*" -printf '%U\t%u\t%g\t%M\t%p\0' 2>/dev/null)
	fb_cache_trust_above
}

# fb_cache_trust_above: as root, ends the script if another user may replace the cache: a folder
# above it belongs to somebody else, or somebody else may write to it. In a sticky folder, as /tmp
# is, nobody replaces what others own. The program asks the same of its files (userspace/file/trust.c).
fb_cache_trust_above() {
	local path=$FB_CACHE uid user group mode above=()

	((EUID == 0)) || return 0
	while [[ -n $path ]]; do
		path=${path%/*}
		[[ ! -e ${path:-/} ]] || above+=("${path:-/}")
	done
	while IFS=$'\t' read -r -d '' uid user group mode path; do
		[[ $mode != *[tT] ]] || mode=drwx------
		fb_distrust "$uid" "$user" "$group" "$mode"
		[[ -z $FB_WHY ]] || fb_cache_refuse "$(fb_quoted "$path") $FB_WHY, who could replace the cache, and root executes what is in it"
	done < <(find "${above[@]}" -maxdepth 0 -printf '%U\t%u\t%g\t%M\t%p\0')
}

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
		command -v "$tool" >/dev/null || fb_die "'$tool' is missing: run '${FB_FOREIGN:+ARCH=$FB_ARCH }make setup'"
	done
}

# fb_lock NAME: takes the lock of the cache entry NAME; held until the script ends
fb_lock() {
	fb_cache_open
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
	# On a full disk the lock is held without a name.
	printf '%d\t%d\t%s\n' "$$" "$EPOCHSECONDS" "$fb_command" 2>/dev/null >"$1" || true
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
	printf "%s (process %d%s) since %(%H:%M:%S UTC)T, %d s ago" "$(fb_quoted "$command")" "$pid" \
		"$([[ -e /proc/$pid ]] || printf ', which has ended, but not all that it started')" \
		"$since" $((EPOCHSECONDS - since))
}

# fb_missing ENTRY LOCK MB: true if the cache does not have ENTRY. Then the script holds LOCK, and MB are free.
fb_missing() {
	fb_cache_open
	[[ ! -e $1 ]] || return 1
	fb_lock "$2"
	# Another run may have made it meanwhile.
	[[ ! -e $1 ]] || return 1
	! fb_shared_take "$1" || return 1
	fb_need_space "$3" "$FB_CACHE"
}

# fb_scratch VAR: makes a new directory in the cache, sets VAR to its path, and removes it when the script ends. It
# also removes the directories of killed runs: those whose lock nobody holds.
fb_scratch() {
	local old lock new

	fb_cache_open
	for old in "$FB_CACHE"/tmp/*.lock; do
		[[ -e $old ]] || continue
		flock -n "$old" rm -rf -- "${old%.lock}" "$old" 2>/dev/null || true
	done
	# Before it is locked, another run may take the file for that of a killed one, and remove it: then another name.
	while :; do
		new=$(mktemp -u "$FB_CACHE/tmp/XXXXXXXX")
		exec {lock}>"$new.lock"
		flock "$lock"
		[[ ! -e $new.lock ]] || break
		exec {lock}>&-
	done
	fb_undo rm -rf -- "$new" "$new.lock"
	mkdir "$new" || fb_die "cannot write to the cache $FB_CACHE"
	printf -v "$1" '%s' "$new"
}

# fb_publish SCRATCH FINAL: makes the directory SCRATCH the cache entry FINAL
fb_publish() {
	mkdir -p -- "$(dirname -- "$2")"
	fb_sums_write "$1" "${2#"$FB_CACHE"/}"
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
