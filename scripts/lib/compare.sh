# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Of scripts/compare alone: a series of patches, the paths that enter what a patch changes, and shards. The variables patch,
# tree, each, kernel, series, paths and those of the shards are compare's.

# --- a series -----------------------------------------------------------------------------------
# read_patch: reads PATCH= before anything is installed. A series gets a folder, $series.
read_patch() {
	local file=$patch

	if [[ $patch == - ]]; then
		fb_scratch file
		cat >"$file/standard-input"
		patch=$file/standard-input
	fi
	[[ (-f $patch || -d $patch) && -r $patch ]] || fb_die -s 2 "PATCH=${patch//[[:cntrl:]]/?}: no such file"
	if [[ ! -d $patch ]] && ! fb_is_mail "$patch"; then
		[[ $each == 0 ]] || fb_die -s 2 "EACH=1 needs a series: $(fb_quoted "$patch") is one diff"
		return
	fi
	fb_scratch series
	"$FB_SCRIPTS/kernel/series" read "$patch" "$series" || exit
}

# patchset: prints the hash of a series as KCIDB has it, the message id of its first mail, and its subject
patchset() {
	local number place kind id subject

	while IFS=$'\t' read -r number place kind id subject; do
		[[ $kind != code && $kind != none ]] || sha256sum <"$series/$number.mail" | cut -c -64
	done <"$series/list" | sha256sum | cut -c -64
	awk -F '\t' '$3 != "reply" && $3 != "text" { print $4; print $5; exit }' "$series/list"
}

# apply_series: makes $series/sum/NAME of each patch with code, or of the last one only: the sum of all diffs so far, and
# sets sums to these files and titles to what is said of them. Mails without code are said.
sums=() titles=()
apply_series() {
	local number place kind id subject what

	what=${patch%/}
	what=${what##*/}
	what=${what//[^A-Za-z0-9._+-]/_}
	"$FB_SCRIPTS/kernel/series" apply "$kernel" "$source" "$series" || exit
	mkdir "$series/sum"
	patchset >"$FB_STAGE/patchset"
	while IFS=$'\t' read -r number place kind id subject; do
		case $kind in
		code)
			[[ $place != - ]] || place=$number/$(wc -l <"$series/list")
			titles+=("$place $subject")
			sums+=("$series/sum/$what.${place%/*}")
			cp -- "$series/total/$number" "${sums[-1]}"
			;;
		cover) fb_say "$place $subject: the cover letter" ;;
		reply | text) fb_say "$subject: not a patch, left out" ;;
		none) fb_say "$place $subject: no code, not built" ;;
		esac
	done <"$series/list"
	((${#sums[@]} == 0)) || cp -- "${sums[-1]}" "$series/sum/$what"
	patch=$series/sum/$what
}

# --- the paths ----------------------------------------------------------------------------------
# not_measured WHY: ends the script without boots: no path says anything about the patch
not_measured() {
	printf 'verdict: not measured: %s\n' "$1" | tee "$FB_STAGE/table"
	printf '  not measured: %s\n' "$1" >"$FB_STAGE/paste"
	fb_result_end 0 table
	fb_verdict 5
}

# most_each: so many of the paths that enter what a series changes are priced after each patch
most_each=3

# fewer_paths REACH: leaves most_each of $paths: a usual one, and one after another that enters the most functions which none
# of those before it enters
fewer_paths() {
	local all=${#paths[@]} first=${paths[0]} path

	for path in "${usual[@]}"; do
		! fb_is_one_of "$path" "${paths[@]}" || { first=$path && break; }
	done
	mapfile -t paths < <(printf '%s\n' "${paths[@]}" | awk -F '\t' -v first="$first" -v most="$most_each" '
		NR == FNR { wanted[$1] = FNR; next }
		$1 in wanted { enters[$1, ++nr[$1]] = $2 }
		END {
			for (pick = first; pick != "" && n++ < most; ) {
				print pick
				delete wanted[pick]
				for (i = 1; i <= nr[pick]; i++) seen[enters[pick, i]]
				pick = ""; best = -1
				for (path in wanted) {
					for (i = new = 0; ++i <= nr[path]; ) new += !((path, i) in enters && enters[path, i] in seen)
					if (new > best || (new == best && wanted[path] < wanted[pick])) { best = new; pick = path }
				}
			}
		}' - "$1/entered")
	fb_say "of these $all, $most_each are priced after each patch, which enter the most functions between them:" \
		"${paths[*]}; PATHS= names others"
}

# choose_paths SOURCE PATCH…: without PATHS= the paths that enter what a patch of SOURCE changes, and two that do not
choose_paths() {
	local source=$1 reach file files dir why=() path besides=()
	shift

	((${#paths[@]} == 0)) || return 0
	files=$(for file; do fb_patch_files "$file"; done)
	grep -qvE "$fb_no_code" <<<"$files" || not_measured "no code is changed"
	if ! reach=$("$FB_SCRIPTS/kernel/reach" "$kernel"); then
		paths=("${usual[@]}")
		fb_say "which paths enter what is changed is not known here; pricing ${paths[*]}"
		return
	fi
	fb_scratch dir
	for file; do "$FB_SCRIPTS/kernel/reached" "$reach" "$source" "$file"; done | sort -u >"$dir/reached"
	mapfile -t paths < <(awk -F '\t' '$1 == "path" && !seen[$2]++ { print $2 }' "$dir/reached")
	((${#paths[@]})) || not_measured "no path enters $(awk -F '\t' '$1 == "changed" { printf "%s%s", sep, $2; sep = ", " }' "$dir/reached" |
		cut -c 1-300 | grep . || echo "what is changed, which is outside of functions")"
	mapfile -t why < <(awk -F '\t' '$1 == "path" { if (!n[$2]++) { order[++nr] = $2; first[$2] = $3 } }
		END { for (i = 1; i <= nr; i++) printf "%s (%s%s)\n", order[i], first[order[i]], (n[order[i]] > 1) ? " and " (n[order[i]] - 1) " more" : "" }' "$dir/reached")
	# What must not move: two that are cheap to read, where there are any
	for path in "${usual[@]}" forward esp bridge flowtable6 $(cut -f 1 "$reach/entered" | sort -u); do
		((${#besides[@]} < 2)) || break
		fb_is_one_of "$path" "${paths[@]}" "${besides[@]}" || ! grep -q "^$path	" "$reach/entered" || besides+=("$path")
	done
	fb_say "paths that enter what is changed: $(printf '%s, ' "${why[@]}" | sed 's/, $//')"
	((each == 0 || ${#paths[@]} <= most_each)) || fewer_paths "$reach"
	((${#besides[@]} == 0)) || fb_say "beside them, which must not move: ${besides[*]}"
	paths+=("${besides[@]}")
}

# choose_for_patch: the same for the patches of $sums, or for $patch; a plain diff gets the line numbers of the source
choose_for_patch() {
	local source=$1 dir files=("${sums[@]}") file

	((${#paths[@]} == 0)) || return 0
	if ((${#files[@]} == 0)); then
		for file in ${BASE:+"$BASE"} "$patch"; do
			fb_scratch dir
			if "$FB_SCRIPTS/kernel/series" read "$file" "$dir" && "$FB_SCRIPTS/kernel/series" apply "$kernel" "$source" "$dir" &&
				[[ -f $dir/total/1 ]]; then
				files+=("$dir/total/1")
			fi 2>/dev/null
		done
	fi
	# The build says what is wrong with a patch that cannot be read.
	((${#files[@]})) || { paths=("${usual[@]}") && return; }
	choose_paths "$source" "${files[@]}"
}

# --- shards -------------------------------------------------------------------------------------
# settings: the variables of this run as a command line has them
settings() {
	local name value settings=()

	for name in KERNEL PATCH TREE BASE HEAD PATHS EACH SEEDS SEED MARGIN SMP CPU KVM; do
		value=${!name:-}
		# Where a file lies on this machine is nobody's.
		[[ ! -e $value ]] || value=${value%/} value=${value##*/}
		[[ -z $value ]] || settings+=("$name=$(printf '%q' "$value")")
	done
	printf '%s\n' "${settings[*]}"
}

# write_shard: what scripts/join must know of this run
write_shard() {
	local i own

	fb_shard_begin "$FB_STAGE/shard" compare
	for i in "${!names[@]}"; do
		own=()
		[[ -z ${modules[i]} ]] || own=(--modules "${modules[i]}")
		((same[i] != i)) || fb_shard_identity "${kernels[i]}" "${own[@]}"
	done
	fb_shard_value name compare
	fb_shard_value sides "${names[@]}"
	fb_shard_value same "${same[@]}"
	fb_shard_value paths "${paths[@]}"
	fb_shard_value seeds "$seeds"
	fb_shard_value seed "$seed"
	fb_shard_value each "$each"
	fb_shard_value trace "$trace"
	fb_shard_value margin "$margin"
	fb_shard_value lines "$lines"
	fb_shard_value keep "$keep"
	fb_shard_value across "${across[@]}"
	fb_shard_value two "$two"
	fb_shard_value made "$made"
	[[ ! -f $FB_STAGE/patchset ]] || fb_shard_value patchset "$(sed -n 1p "$FB_STAGE/patchset")" "$(sed -n 2p "$FB_STAGE/patchset")" "$(sed -n 3p "$FB_STAGE/patchset")"
	fb_shard_jobs "${boots[@]}"
}

# read_shards: the same from all shards, whose boots lie in $FB_STAGE
read_shards() {
	fb_result compare
	rmdir -- "$FB_STAGE"
	mv -- "$fb_joined" "$FB_STAGE"
	fb_joined=$FB_STAGE
	mapfile -t names < <(fb_joined_values sides)
	mapfile -t same < <(fb_joined_values same)
	mapfile -t paths < <(fb_joined_values paths)
	mapfile -t across < <(fb_joined_values across)
	mapfile -t boots < <(awk -F '\t' '$1 == "job" { print $3 }' "$FB_STAGE/shard")
	seeds=$(fb_joined_value seeds) seed=$(fb_joined_value seed) each=$(fb_joined_value each) trace=$(fb_joined_value trace)
	margin=$(fb_joined_value margin) lines=$(fb_joined_value lines) keep=$(fb_joined_value keep) made=$(fb_joined_value made)
	two=$(fb_joined_value two)
	last=$((${#names[@]} - 1))
	[[ -z $(fb_joined_values patchset) ]] || fb_joined_values patchset >"$FB_STAGE/patchset"
	rm -- "$FB_STAGE/shard"
	make -s -C "$FB_TOP/userspace" program >/dev/null || fb_die -s 3 "the program does not build"
}
