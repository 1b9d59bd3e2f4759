# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# compare EACH=1: a line for each patch of a series or of a tree, with one build of each and no boot twice. Builds and boots
# are stood in for.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=tests/host/series-lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/series-lib.sh"
# shellcheck source=tests/host/stand-in-lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/stand-in-lib.sh"

scratch
unset QUIET VERBOSE
export FLOWBENCH_CACHE=$dir/cache FLOWBENCH_TRUST=$dir/tree KERNEL=6.12 PATHS=conntrack,flowtable
make -s userspace >/dev/null || exit 1
repository && git -C "$dir/linux" worktree add -q --detach "$dir/source" base && formatted --stdout >"$dir/series.mbox" && stand_in "$dir/source" || exit 1

# compares STATUS NAME=VALUE…
compares() {
	rm -f "$dir/boots" "$dir/builds"
	ends_apart "$1" env "${@:2}" "$tree/scripts/compare"
}

lines() {
	says '^1/4 netfilter: flowtable: alpha adds two = more  \+12\.00 flowtable, 0 conntrack$' && says '^2/4 .*: beta adds two = more  \+12\.00 flowtable, 0 conntrack$' &&
		says '^4/4 netfilter: flowtable: gamma adds two  \+12\.00 flowtable, 0 conntrack$' && ! says '^3/4' >/dev/null
}

whole() {
	says '^verdict: difference: flowtable \+36\.00 instructions' && says '^p of each line is corrected for the 2 paths of one patch'
}

# boots N: N boots priced, and none of them twice
boots() {
	(($(grep -c ' bench ' "$dir/boots") == $1)) && [[ -z $(sort "$dir/boots" | uniq -d) ]]
}

# A patch that changes no byte of the modules has no boots, and its line says 0.
same_bytes() {
	git -C "$dir/linux" checkout -q -b comment base && sed -i 's,^int flow_hook,/* a comment */\n&,' "$dir/linux/net/netfilter/nf_flow_table_ip.c" &&
		commit "netfilter: flowtable: a comment" && git -C "$dir/linux" cherry-pick HEAD..master >/dev/null 2>&1 || return 1
	git -C "$dir/linux" format-patch -q --stdout base..HEAD >"$dir/comment.mbox"
	git -C "$dir/linux" checkout -q master
	compares 1 EACH=1 TRACE=0 PATCH="$dir/comment.mbox" && says '^1/5 netfilter: flowtable: a comment  0 conntrack, 0 flowtable$' && boots 20 &&
		grep -q '^flowbench: 1/5 netfilter: flowtable: a comment: the same bytes as without it, so without boots$' "$dir/err"
}

of_tree() {
	compares 1 EACH=1 TRACE=0 TREE="$dir/linux" BASE=base HEAD=master && says '^1/4 netfilter: flowtable: alpha .*  \+12\.00 flowtable, 0 conntrack$' &&
		says '^3/4 docs: flowtable: more  0 conntrack, 0 flowtable$' && says '^4/4 .*  \+12\.00 flowtable' && boots 20
}

pasted() {
	compares 1 EACH=1 PATCH="$dir/series.mbox" && ends 0 "$tree/scripts/compare" --paste && says '^  4/4 netfilter: .*\+12.00 flowtable' &&
		says '^  flowtable            784\.00     -> 820\.00     \+36\.00 \(\+4\.59 %\), p = 0\.0[0-9]+$' && says '^  kernel 6\.12\.9-test, 5 boots a side, QEMU one$' &&
		says '^  flowbench [0-9.]+: make compare KERNEL=6\.12 PATCH=series\.mbox PATHS=conntrack\\,flowtable EACH=1$' && ! grep -E '^(---|diff|[+@ ]*--- )' "$dir/said"
}

not_built() {
	sed 's/^\(+.*y += \)2/\13/' "$dir/series.mbox" | sed 's/^-\(.*\)y += 2/-\1y += 3/' >"$dir/broken.mbox"
	compares 3 EACH=1 PATCH="$dir/broken.mbox" && grep -q 'series.mbox.1\|broken.mbox.1: does not build for kernel 6.12' "$dir/err"
}

refused() {
	git -C "$dir/linux" diff base HEAD -- net >"$dir/plain.diff"
	compares 2 EACH=1 PATCH="$dir/plain.diff" && grep -q "EACH=1 needs a series: '.*plain.diff' is one diff" "$dir/err" && compares 2 EACH=1 KERNEL=6.12,6.1 &&
		compares 2 EACH=1 TREE="$dir/linux" BASE=master HEAD=master && grep -q "no commit between 'master' and 'master'" "$dir/err" && compares 2 EACH=2 PATCH="$dir/series.mbox"
}

unchanged() {
	compares 1 PATCH="$dir/series.mbox" TRACE=0 && boots 10 && whole >/dev/null; says '^verdict: difference: flowtable \+36' && ! says '^1/4 ' >/dev/null
}

# What chance moved beside the code is not the patch's: these are figures of a real run.
by_code() {
	local points='{"mode": "insn", "points": [{"path": "conntrack", "delta": 5, "p": 0.0238, "verdict": "difference", "code": null,
		"functions": [{"function": "ip_finish_output2", "module": null, "delta": 5, "code": "same"}]}, {"path": "flowtable", "delta": 14, "p": 0.0238,
		"verdict": "difference", "code": {"delta": 12, "p": 0.0238}, "functions": [{"function": "f", "module": null, "delta": 12, "code": "differs"}]}]}'

	[[ $(jq -r -f scripts/compare.jq <<<"$points") == '+12.00 flowtable (and +2.00 not by its code), 0 conntrack (and +5.00 not by its code)' ]]
}

# As KCIDB describes it: sha256sum *.patch | cut -c-64 | sha256sum | cut -c-64
patchset() {
	local hash

	formatted -o "$dir/patches" && rm "$dir"/patches/0000-* && hash=$(cd "$dir/patches" && sha256sum ./*.patch | cut -c-64 | sha256sum | cut -c-64) &&
		compares 1 TRACE=0 PATCH="$dir/patches" && [[ $(sed -n 1p "$tree/out/compare/patchset") == "$hash" ]] && "$tree/scripts/ci/kcidb" >"$dir/said" &&
		jq -e --arg hash "$hash" '.checkouts[-1].patchset_hash == $hash and ([.tests[] | select(.path | test("flowtable"))] | length) > 0 and ([.tests[].build_id] - [.builds[].id] == [])' "$dir/said"
}

ktap_plan 13
check "a series, patch by patch" compares 1 EACH=1 PATCH="$dir/series.mbox"
check "a line a patch" lines
check "the whole, and what the tests are corrected for" whole
check "five boots of each of four sides" boots 20
check "without code: nothing is built" bash -c "(($(wc -l <"$dir/builds") == 3))"
check "a patch that changes no byte" same_bytes
check "each commit of a tree" of_tree
check "a text to paste" pasted
check "a patch that does not build" not_built
check "without a series" refused
check "the patchset, for KCIDB" patchset
check "what chance moved is told apart" by_code
check "without EACH=1: two sides" unchanged
ktap_end
