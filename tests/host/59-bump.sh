# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# make bump: what is worse comes first and gives status 1; quiet steps give 0; patches on top of both, of a release and of a
# tree; and what is refused. Boots and builds are stood in for.
# shellcheck disable=SC2016 # texts are expanded by the program that they are for
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=tests/host/series-lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/series-lib.sh"
# shellcheck source=tests/host/stand-in-lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/stand-in-lib.sh"

scratch
unset QUIET VERBOSE PATHS SHARD SEEDS KERNEL PATCHES PROFILE
export FLOWBENCH_CACHE=$dir/cache FLOWBENCH_TRUST=$dir/tree KVM=0 FROM=6.1 TO=6.12 PATHS="flowtable conntrack" CHECKS="kept-ttl kept-icmp"
make -s userspace >/dev/null || exit 1
repository && git -C "$dir/linux" worktree add -q --detach "$dir/source" base && stand_in "$dir/source" || exit 1
mkdir "$dir/patches" && formatted -o "$dir/patches" && rm "$dir/patches"/*cover-letter*

# bump STATUS VARIABLE=VALUE…
bump() {
	ends_apart "$1" env "${@:2}" "$tree/scripts/bump"
}

quiet_step() {
	bump 0 && says '^6\.1 -> 6\.12$' && says '^worse: nothing$' && says '^verdict: nothing is worse$' && ! grep -q '^better' "$dir/said" &&
		cmp "$dir/said" "$tree/out/bump/text" && [[ -s $tree/out/bump/report.html && -s $tree/out/bump/measured/report.html ]]
}

# order WORD…: the lines of findings begin so, in this order
order() {
	diff <(printf '%s\n' "$@") <(sed -n 's/^  \([a-z][a-z]*\) *\([^ :]*\).*/\1 \2/p; s/^\(worse\|better\|otherwise\): .*/\1/p' "$dir/said")
}

# All that can be worse at once; what the newer kernel does better; and the same the other way round
worse() {
	echo kept-ttl >"$dir/fails-6.12"
	echo 'why: 3 packets: a header that it cannot parse' >"$dir/why-6.12"
	echo 25000 >"$dir/costs-6.12"
	rm -rf "$tree/out/bump"
	bump 1 && order worse 'check kept-ttl' 'why kept-icmp' 'why kept-ttl' 'price flowtable' && says '^worse: 4$' && says '^verdict: worse in 4$' &&
		says 'kept-ttl: passed -> failed: a SYN with' && says '^ {11}bytes: bytes that arrived c2s, of 100000: expected = 100000, counted 99$' &&
		says 'kept-icmp: new reason: 3 packets: a header that it cannot parse$' && says 'flowtable: \+25\.00 instructions \(\+3\.19 %\)$' &&
		grep -q '<h2 class="worse">Worse: 4</h2>' "$tree/out/bump/report.html" && jq -e '.schema == "flowbench.bump/1"' "$tree/out/bump/bump.json"
}

better() {
	bump 0 FROM=6.12 TO=6.1 && order worse better 'check kept-ttl' 'price flowtable' && says '^worse: nothing$' && says 'flowtable: -25\.00 instructions'
}

# A part that the newer kernel does not bring to its end
no_part() {
	rm -rf "$tree/out/bump"
	touch "$dir/dies-6.12"
	bump 1 && says '^worse: 4$' && [[ $(sed -n 3p "$dir/said") == '  part   prices: 6.12 has none: vm/boot: it died' ]]
	local status=$?
	rm "$dir/dies-6.12"
	return "$status"
}

# judged MOVE FILTER: findings.jq, of two kernels whose move is MOVE, gives findings of which FILTER is true
judged() {
	jq -n --argjson move "$1" --argjson history '{"mode":"insn","releases":[{"name":"a","prices":[{"path":"p","net":1000}]},{"name":"b","prices":[{"path":"p","net":1000}]}]}' \
		--argjson before null --argjson after null --argjson bench '[]' --arg from a --arg to b --argjson patches 0 "$(sed '/^#/d' scripts/findings.jq)" |
		jq -e ".findings as \$f | $2"
}

# price REST: a move of one price
price() {
	printf '{"from":"a","to":"b","prices":[{"path":"p","moved":true,%s}],"checks":[],"none":{},"lone":{}}' "$1"
}

by_code() {
	judged "$(price '"delta":7,"cause":"code","code":{"delta":2},"functions":[{"function":"f","delta":2,"code":"differs"},{"function":"g","delta":5,"code":"same"}]')" \
		'$f[0].class == "worse" and ($f[0].text | startswith("p: +2.00 instructions (+0.20 %), with what chance adds +7.00")) and $f[0].more == ["+2.00 f"]' &&
		judged "$(price '"delta":7,"cause":"code","code":{"delta":-2},"functions":[{"function":"f","delta":-2,"code":"differs"}]')" '$f[0].class == "better"' &&
		judged "$(price '"delta":70,"cause":"data","code":{"delta":0},"functions":[{"function":"g","delta":70,"code":"same"}]')" \
			'$f[0].class == "other" and ($f[0].text | endswith("by data or by chance"))' &&
		judged "$(price '"delta":70,"cause":"not found","functions":[]')" '$f[0].class == "worse"'
}

calls() {
	judged '{"from":"a","to":"b","prices":[],"checks":[],"none":{},"lone":{},"calls":{"total":{"added":1,"removed":2,"same":9},"changes":[
		{"change":"added","function":"f","caller":"c","calls":1},{"change":"removed","function":"g","caller":"c","calls":2},{"change":"moved","function":"h","caller":"c","calls":1}]}}' \
		'$f == [{ class: "other", kind: "calls", text: "1 added, 2 removed, 9 the same", more: ["- 2  g < c", "+ 1  f < c"] }]'
}

# The sum of all patches is built for both; what is worse is then of the kernel, not of the patches
patched() {
	rm -rf "$tree/out/bump" "$dir/builds" "$dir/boots" "$dir"/{fails,why,costs}-6.12
	bump 0 PATCHES="$dir/patches" && says '^6\.1 -> 6\.12, with 4 patches on both$' && [[ $(sort "$dir/builds" | uniq -c) == *2*patches ]] &&
		jq -e '[.releases[].prices[] | select(.path == "flowtable").gross] == [1320, 1320]' "$tree/out/bump/measured/history.json"
}

# A tree: commits with the patches; the tree itself is as before
patched_tree() {
	local before first

	before=$(git -C "$dir/linux" for-each-ref && git -C "$dir/linux" status --short)
	mkdir "$dir/one" "$dir/two" "$dir/w1" "$dir/w2" && cp "$dir/patches"/0001-* "$dir/one/" && cp "$dir/patches"/0002-* "$dir/two/" || return 1
	ends_apart 0 scripts/kernel/patched "$dir/linux@base" "$dir/w1" "$dir/one" "$dir/two" || return 1
	first=$(<"$dir/said")
	ends_apart 0 scripts/kernel/patched "$dir/linux@base" "$dir/w2" "$dir/one" "$dir/two" || return 1
	[[ $first == "$dir/w1/linux@vbase-with-patches" &&
		$(git -C "$dir/w1/linux" rev-parse 'vbase-with-patches^{tree}') == "$(git -C "$dir/linux" rev-parse 'HEAD~2^{tree}')" &&
		$(git -C "$dir/w1/linux" rev-parse vbase-with-patches) == "$(git -C "$dir/w2/linux" rev-parse vbase-with-patches)" &&
		$(git -C "$dir/linux" for-each-ref && git -C "$dir/linux" status --short) == "$before" ]]
}

no_patch() {
	mkdir -p "$dir/none" "$dir/bad" "$dir/evil" && printf 'text\n' >"$dir/none/readme"
	sed 's/int y = x/int y = z/' "$dir/patches"/0001-* >"$dir/bad/100-bad.patch"
	printf -- '--- a/../../evil\n+++ b/../../evil\n@@ -0,0 +1 @@\n+x\n' >"$dir/evil/1.patch"
	refused 2 "PATCHES: '.*none': the folder has no \*\.patch" PATCHES="$dir/none" && refused 2 "PATCHES: '.*nowhere': expected a folder of patches" PATCHES="$dir/nowhere" &&
		refused 2 "'100-bad\.patch' does not apply to kernel 6\.1: git says 'error: patch failed" PATCHES="$dir/bad" &&
		refused 2 "'1\.patch': '\.\./\.\./evil': expected a file of a kernel" PATCHES="$dir/evil"
}

# refused STATUS PATTERN VARIABLE=VALUE…: one line, and no boot
refused() {
	rm -f "$dir/boots"
	bump "$1" "${@:3}" && grep -qE "^flowbench: (bump|kernel/[a-z-]*): $2" "$dir/err" && (($(wc -l <"$dir/err") == 1)) && [[ ! -s $dir/said && ! -e $dir/boots ]]
}

no_source() {
	local status

	cp "$tree/scripts/kernel/source" "$dir/kept"
	printf '#!/bin/sh\necho "flowbench: kernel/source: the archive does not have the source of kernel $1 (any more)" >&2\nexit 69\n' >"$tree/scripts/kernel/source"
	refused 69 'the archive does not have the source of kernel 6\.1' PATCHES="$dir/patches"
	status=$?
	cp "$dir/kept" "$tree/scripts/kernel/source"
	return "$status"
}

usage() {
	refused 2 'FROM= and TO= are needed' FROM= && refused 2 "FROM= and TO= are both '6\.12'" FROM=6.12 && refused 2 "kernel 'nonesuch': expected" TO=nonesuch &&
		refused 2 "check 'nonesuch': expected" CHECKS=nonesuch && refused 2 "path 'nonesuch': expected" PATHS=nonesuch && refused 2 "SEEDS='0': expected" SEEDS=0 &&
		ends_saying 2 "takes no argument" "$tree/scripts/bump" 6.1
}

ktap_plan 12
check "a quiet step" quiet_step
check "what is worse, first" worse
check "what is better" better
check "a part that failed" no_part
check "a price moves by code, or by chance" by_code
check "calls" calls
check "patches on both, of releases" patched
check "patches on a tree, which is only read" patched_tree
check "patches that cannot be" no_patch
check "no source" no_source
check "usage" usage
check "make bump" bash -c 'grep -q "^bump:" Makefile && make -s help | grep -q "make bump" && scripts/bump --help | grep -q "^Example: "'
ktap_end
