# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Of scripts/history alone: the commits of a git tree, each STEPth of them, and those between where something moved. The variables
# tree, base, out, work, names, kernel_of and modules_of are history's.

commits=() commits_as=kernels commits_touched=''
declare -A number_of=() lost=() kernel_of=() modules_of=()

# commits_range: reads KERNELS=A..B of TREE=: sets commits, A first
commits_range() {
	local from to rev

	[[ ${KERNELS:-} =~ ^[[:space:]]*([^[:space:]]+)\.\.([^[:space:].][^[:space:]]*)[[:space:]]*$ ]] ||
		fb_expected KERNELS "two revisions of TREE=, as in v6.12..topic"
	from=${BASH_REMATCH[1]} to=${BASH_REMATCH[2]}
	fb_need git
	git -C "$tree" rev-parse --git-dir >/dev/null 2>&1 || fb_die -s 2 "TREE=$(fb_quoted "$tree"): expected a git tree"
	for rev in "$from" "$to"; do
		git -C "$tree" rev-parse --verify --quiet --end-of-options "$rev^{commit}" >/dev/null ||
			fb_die -s 2 "TREE=$(fb_quoted "$tree"): revision $(fb_quoted "$rev"): expected one that git rev-parse knows"
	done
	mapfile -t commits < <(git -C "$tree" rev-parse "$from^{commit}" && git -C "$tree" rev-list --reverse --first-parent --end-of-options "$from..$to")
	((${#commits[@]} > 1)) || fb_die -s 2 "TREE=$(fb_quoted "$tree"): no commit between $(fb_quoted "$from") and $(fb_quoted "$to")"
	git -C "$tree" merge-base --is-ancestor "$from" "$to" ||
		fb_die -s 2 "TREE=$(fb_quoted "$tree"): $(fb_quoted "$from") is not an ancestor of $(fb_quoted "$to")"
}

# commit_name NUMBER: the name of the folder of a commit; these sort in the order of the commits
commit_name() {
	printf '%d-%s\n' "$1" "${commits[$1]:0:12}"
}

# commit_title NUMBER: its place and subject
commit_title() {
	printf '%d/%d %s %s\n' "$1" $((${#commits[@]} - 1)) "${commits[$1]:0:12}" \
		"$(git -C "$tree" show -s --format=%s "${commits[$1]}" | tr -d '\n' | tr '[:cntrl:]' ' ')"
}

# commits_clean: removes the results of commits that the range does not have, as those of a branch before it was rebased
commits_clean() {
	local i at name keep=' '

	for i in "${!commits[@]}"; do keep+="$(commit_name "$i") "; done
	for at in "$out"/*/; do
		name=$(basename -- "$at")
		[[ ! $name =~ ^[0-9]+-[0-9a-f]{12}$ || $keep == *" $name "* ]] || rm -rf -- "$at"
	done
}

# commits_kind: if all commits differ from Debian's source of $base in modules only, sets commits_as to modules, and
# commits_touched to those that any commit touches; else each commit is a kernel of its own
commits_kind() {
	local at end status=0

	git -C "$tree" log --first-parent -m -p --no-color --no-ext-diff --format= "${commits[0]}..${commits[-1]}" >"$work/all.patch"
	for end in 0 -1; do
		at=$work/tree$end
		mkdir "$at"
		"$FB_SCRIPTS/kernel/tree-diff" "$base" "$tree" "${commits[end]}" "$at" >>"$work/all.patch" || {
			status=$?
			((status == 66)) || exit "$status"
			return 0
		}
		rm -rf -- "$at"
	done
	commits_touched=$("$FB_SCRIPTS/kernel/touched" "$base" "$work/all.patch") || status=$?
	case $status in
	0)
		commits_as=modules
		source=$("$FB_SCRIPTS/kernel/source" "$base")
		fb_patch_files "$work/all.patch" >"$work/files"
		;;
	66) ;;
	*) exit "$status" ;;
	esac
}

# commit_patch NUMBER: prints how this commit differs from Debian's source, in the files that any commit or the first tree differs in
commit_patch() {
	local file old new

	while IFS= read -r file; do
		old=$source/$file new=$work/now
		[[ -f $old ]] || old=/dev/null
		git -C "$tree" cat-file blob "${commits[$1]}:$file" >"$new" 2>/dev/null || new=/dev/null
		[[ $old == "$new" ]] ||
			diff -u --label "$( [[ $old == /dev/null ]] && echo "$old" || echo "a/$file")" --label "$( [[ $new == /dev/null ]] && echo "$new" || echo "b/$file")" -- "$old" "$new" || (($? == 1))
	done <"$work/files"
}

# commit_prepare NUMBER: builds this commit, and adds it to names; returns 1 if it cannot be measured
commit_prepare() {
	local name status=0 built

	name=$(commit_name "$1")
	fb_progress "building $(commit_title "$1")"
	if [[ $commits_as == modules ]]; then
		commit_patch "$1" >"$work/commit-$1.patch"
		built=$(cd -- "$work" && "$FB_SCRIPTS/kernel/build-modules" "$base" "commit-$1.patch" "$commits_touched") || status=$?
		kernel_of[$name]=$base modules_of[$name]=${built:-}/patched.cpio
	else
		kernel_of[$name]=$tree@${commits[$1]}
		"$FB_SCRIPTS/vm/module" "${kernel_of[$name]}" >/dev/null || status=$?
	fi
	case $status in
	0) ;;
	2 | "$FB_UNAVAILABLE") exit "$status" ;;
	*)
		fb_say "$(commit_title "$1"): left out: it does not build"
		lost[$1]=1
		return 1
		;;
	esac
	number_of[$name]=$1
	names+=("$name")
	mkdir -p "$out/$name"
}

# commits_moved A B [FILTER]: true if a price moved between two measured commits, and not by chance or data alone, or a check has
# another outcome, or FILTER is true of what moved; that is in $work/move.json
commits_moved() {
	rm -f -- "$work/move.json"
	"$FB_TOP/userspace/flowbench" history --between "$(commit_name "$1")" "$(commit_name "$2")" --json "$work/move.json" "$out" >/dev/null 2>&1 || true
	[[ -s $work/move.json ]] && jq -e "(.checks | length > 0) or any(.prices[]?; .moved and .cause != \"data\") or (${3:-false})" "$work/move.json" >/dev/null
}

# commits_measured: prints the numbers of the measured commits, in order
commits_measured() {
	printf '%s\n' "${number_of[@]}" | sort -n
}

# commit_between A B: prints the number of the commit to look at next: the middle one, or one beside it that was not lost
commit_between() {
	local middle=$((($1 + $2) / 2)) far k

	for ((far = 0; far < $2 - $1; far++)); do
		for k in $((middle - far)) $((middle + far)); do
			if ((k > $1 && k < $2)) && [[ -z ${lost[$k]:-} ]]; then
				printf '%d\n' "$k"
				return
			fi
		done
	done
}

# Two commits that cancel out move no price, but the functions that they change.
commits_inside='any(.prices[]?.functions[]?; .code == "differs" and (.delta | fabs) >= 0.5)'

# commits_walk STEP: measures each STEPth commit, then halves where something moved, until its commit is known
commits_walk() {
	local next=() i before after k all name

	for ((i = 0; i < ${#commits[@]} - 1; i += $1)); do next+=("$i"); done
	next+=($((${#commits[@]} - 1)))
	while ((${#next[@]})); do
		names=()
		for i in "${next[@]}"; do commit_prepare "$i" || true; done
		((${#names[@]} == 0)) || measure "${names[@]}"
		for name in "${names[@]}"; do
			[[ ! -f $out/$name/prices/1/bench.json ]] || continue
			fb_say "$(commit_title "${number_of[$name]}"): left out: it has no prices"
			lost[${number_of[$name]}]=1
			unset "number_of[$name]"
		done
		mapfile -t all < <(commits_measured)
		next=() before=''
		for after in "${all[@]}"; do
			if [[ -n $before ]] && ((after - before > 1)); then
				k=$(commit_between "$before" "$after")
				if [[ -n $k ]] && commits_moved "$before" "$after" "$commits_inside"; then next+=("$k"); fi
			fi
			before=$after
		done
		((${#next[@]} == 0)) || fb_progress "something moved: ${#next[@]} commits more"
	done
	mapfile -t names < <(for i in $(commits_measured); do commit_name "$i"; done)
	((${#names[@]} > 1)) || fb_die "fewer than two commits could be measured"
}

# commits_say: writes commits, commits.html and commits.json: what each commit moved
commits_say() {
	local before='' after

	for after in $(commits_measured); do
		if [[ -n $before ]] && commits_moved "$before" "$after"; then
			fb_findings "$work/move.json" "$out" "$(commit_name "$before")" "$(commit_name "$after")" \
				"$(commit_name "$before")" "$( ((after - before == 1)) && commit_title "$after" || echo "one of $((after - before)) commits up to $(commit_title "$after")")" 0
		fi
		before=$after
	done >"$work/findings"
	jq -s . "$work/findings" >"$work/commits.json"
	jq -r -f "$FB_SCRIPTS/findings-page.jq" "$work/commits.json" >"$out/commits.html"
	jq -r '.[] | . as $doc | .to, (.findings[] | "  \(.kind | . + "      " | .[:6]) \(.text)", (.more[] | "           \(.)"))' "$work/commits.json" >"$out/commits"
	mv -- "$work/commits.json" "$out/moved"
	cat -- "$out/commits"
	printf '%d of %d commits measured; something moved in %d\n' "${#names[@]}" "${#commits[@]}" "$(jq length "$out/moved")"
}
