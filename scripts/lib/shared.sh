# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A cache that another machine filled, FLOWBENCH_SHARED=: it is only read. An entry that this machine's cache lacks is copied
# from there, if each of its files is what the file sums/ENTRY of that cache says; else it is built here.

# Entries that do not depend on where the cache lies. fb_publish writes their sums.
fb_shared_kinds=(image kernel module modules program qemu reach source toolchain)
fb_shared_opened=''

# fb_sums DIR: prints type, mode and link of all that is in an entry, and the sum of each file. What a compiler may leave in
# its tree is left out, and so is who may write: the folder may be read-only.
fb_sums() {
	local except=('(' -path ./root/build -o -path ./root/dev -o -path ./root/proc -o -name __pycache__ ')' -prune -o)

	(cd -- "$1" && find . "${except[@]}" -printf '%M\t%P\t%l\n' | awk 'BEGIN { FS = OFS = "\t" } { gsub(/w/, "-", $1) } 1' | sort &&
		find . "${except[@]}" -type f -print0 | sort -z | xargs -0 -r sha256sum --)
}

# fb_sums_write DIR ENTRY: writes sums/ENTRY of what lies in DIR, if such entries are shared
fb_sums_write() {
	local file=$FB_CACHE/sums/$2

	fb_is_one_of "${2%%/*}" "${fb_shared_kinds[@]}" || return 0
	mkdir -p -- "${file%/*}"
	{ printf 'flowbench.sums/1\t%s\n' "$2" && fb_sums "$1"; } >"$file.new"
	mv -f -- "$file.new" "$file"
}

# fb_shared_open: ends the script unless FLOWBENCH_SHARED is a cache of flowbench; sets FB_SHARED
fb_shared_open() {
	[[ -z $fb_shared_opened ]] || return 0
	FB_SHARED=$FLOWBENCH_SHARED
	if [[ $FB_SHARED != /* || ! -d $FB_SHARED ]] || ! fb_plain_path "$FB_SHARED"; then
		fb_expected FLOWBENCH_SHARED "the folder of a cache, with an absolute path"
	fi
	FB_SHARED=$(realpath -- "$FB_SHARED")
	grep -qxF -- "$fb_cache_mark" "$FB_SHARED/CACHEDIR.TAG" 2>/dev/null || fb_expected FLOWBENCH_SHARED "a cache of flowbench, with its CACHEDIR.TAG"
	[[ $FB_SHARED != "$FB_CACHE" ]] || fb_expected FLOWBENCH_SHARED "another folder than this machine's own cache"
	fb_shared_opened=1
}

# fb_shared_trust ENTRY: as root, ends the script if another user may change the sums of this entry, which vouch for it
fb_shared_trust() {
	local path uid user group mode

	((EUID == 0)) || return 0
	while IFS=$'\t' read -r uid user group mode path; do
		fb_distrust "$uid" "$user" "$group" "$mode"
		[[ -z $FB_WHY ]] || fb_die -s 2 "FLOWBENCH_SHARED: $(fb_quoted "$path") $FB_WHY, and root executes what is taken from there"
	done < <(find "$FB_SHARED" "$FB_SHARED/sums" "$FB_SHARED/sums/${1%/*}" "$FB_SHARED/sums/$1" -maxdepth 0 -printf '%U\t%u\t%g\t%M\t%p\n')
}

# fb_shared_take PATH: copies the entry PATH of our cache from the shared one; returns 1 if it is not there, or not as its
# sums say. The caller holds the entry's lock.
fb_shared_take() {
	local entry=${1#"$FB_CACHE"/} copy first began=$EPOCHREALTIME

	[[ -n ${FLOWBENCH_SHARED:-} ]] || return 1
	fb_shared_open
	[[ $entry != "$1" && -d $FB_SHARED/$entry && -f $FB_SHARED/sums/$entry ]] || return 1
	fb_shared_trust "$entry"
	fb_need_space $((50 + $(du -sm -- "$FB_SHARED/$entry" | cut -f 1))) "$FB_CACHE"
	fb_scratch copy
	# The copy is checked, so that nothing changes between the check and the use.
	if ! cp -a -- "$FB_SHARED/$entry" "$copy/new" 2>"$copy/said" || ! cp -- "$FB_SHARED/sums/$entry" "$copy/sums"; then
		fb_say "$entry of the shared cache cannot be read: $(sed -n '1s/.*: //p' "$copy/said"); it is made here"
		return 1
	fi
	chmod -R u+rwX -- "$copy/new"
	find "$copy/new" '(' -path "$copy/new/root/build/*" -o -path "$copy/new/root/dev/*" -o -path "$copy/new/root/proc/*" -o -name __pycache__ ')' \
		-prune -exec rm -rf -- {} +
	{ printf 'flowbench.sums/1\t%s\n' "$entry" && fb_sums "$copy/new"; } >"$copy/is"
	if ! cmp -s "$copy/sums" "$copy/is"; then
		first=$(diff "$copy/sums" "$copy/is" | grep -m 1 '^[<>]' | awk -F '\t' '{ sub(/^[<>] [0-9a-f]{64}  \.\//, ""); print (NF > 2 ? $2 : $1) }') || true
		fb_say "$entry of the shared cache is not what its sums say ($(fb_quoted "$first")); it is made here"
		return 1
	fi
	mkdir -p -- "${1%/*}" "$FB_CACHE/sums/${entry%/*}"
	mv -f -- "$copy/sums" "$FB_CACHE/sums/$entry"
	mv -T -- "$copy/new" "$1"
	fb_step_done "$entry, from the shared cache" "$began" "flowbench: $entry, from the shared cache ... "
}
