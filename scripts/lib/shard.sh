# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Shards: SHARD=2/8 runs each eighth boot, from the second on, and leaves out/COMMAND-shard-2-of-8. scripts/join makes one
# result of all shards: it calls the script again, with FB_JOINED, which then has all boots and only judges them.
#
# A shard's folder holds the results of its boots, and the file shard, with tabs between:
#
#	flowbench.shard/1  COMMAND  2/8
#	identity  KERNEL  KEY=VALUE     the fingerprint, of each kernel
#	value  KEY  VALUE               what the script must know again; a list has several lines
#	job  2  PLACE                   each boot of the whole, the number of its shard, and where its result lies

fb_joined=${FB_JOINED:-}
FB_SHARD=1 FB_SHARDS=1

# fb_shard_setting: reads SHARD=
fb_shard_setting() {
	[[ -n ${SHARD:-} ]] || return 0
	[[ $SHARD =~ ^([1-9][0-9]{0,3})/([1-9][0-9]{0,3})$ && ${BASH_REMATCH[1]} -le ${BASH_REMATCH[2]} ]] ||
		fb_expected SHARD "a part of the whole, as 2/8: the first number from 1 to the second"
	FB_SHARD=${BASH_REMATCH[1]} FB_SHARDS=${BASH_REMATCH[2]}
}

# fb_split: true if this run is one shard
fb_split() {
	[[ -n ${SHARD:-} ]]
}

# fb_shard_name NAME: the name of this run's folder of out/
fb_shard_name() {
	if fb_split; then printf '%s-shard-%d-of-%d\n' "$1" "$FB_SHARD" "$FB_SHARDS"; else printf '%s\n' "$1"; fi
}

# fb_shard_of JOB…: sets FB_MINE to the jobs of this shard: all of them without SHARD=
fb_shard_of() {
	local i

	FB_MINE=()
	for ((i = FB_SHARD; i <= $#; i += FB_SHARDS)); do FB_MINE+=("${!i}"); done
}

# fb_shard_begin FILE COMMAND: begins the file of this shard
fb_shard_begin() {
	fb_shard_file=$1
	printf 'flowbench.shard/1\t%s\t%d/%d\n' "$2" "$FB_SHARD" "$FB_SHARDS" >"$1"
}

# fb_shard_identity KERNEL OPTION…: adds the fingerprint of this machine with KERNEL and options of vm/boot
fb_shard_identity() {
	local printed

	printed=$("$FB_SCRIPTS/vm/boot" --print --kernel "$@" -- userspace/flowbench version) || exit
	grep -vE '^(seed|command)=' <<<"$printed" | sed "s|^|identity	$(fb_kernel_word "$1")	|" >>"$fb_shard_file"
}

# fb_shard_value KEY VALUE…: adds what the script must know when shards are joined
fb_shard_value() {
	local key=$1 value
	shift

	for value; do printf 'value\t%s\t%s\n' "$key" "${value//[[:cntrl:]]/ }" >>"$fb_shard_file"; done
}

# fb_shard_jobs PLACE…: adds the places of all boots, in order
fb_shard_jobs() {
	local i=0 place

	for place; do
		printf 'job\t%d\t%s\n' $((i % FB_SHARDS + 1)) "$place" >>"$fb_shard_file"
		i=$((i + 1))
	done
}

# fb_joined_values KEY: the values of KEY, one a line, when shards are joined
fb_joined_values() {
	awk -F '\t' -v key="$1" '$1 == "value" && $2 == key { print $3 }' "$fb_joined/shard"
}

# fb_joined_value KEY: the first of them
fb_joined_value() {
	fb_joined_values "$1" | sed -n 1p
}

# fb_joined_add OUT: moves the results of all boots to their places below OUT, where a run adds to what was there
fb_joined_add() {
	local place

	mkdir -p -- "$1"
	while IFS=$'\t' read -r _ _ place; do
		mkdir -p -- "$(dirname -- "$1/$place")"
		rm -rf -- "${1:?}/$place"
		mv -- "$fb_joined/$place" "$1/$place"
	done < <(grep '^job	' "$fb_joined/shard")
}
