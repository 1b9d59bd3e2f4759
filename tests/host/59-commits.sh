# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# make history TREE=: each STEPth commit, then those between two where a price moved; what each commit moved; a commit that does
# not build; and what is refused. Boots and builds are stood in for.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=tests/host/series-lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/series-lib.sh"
# shellcheck source=tests/host/stand-in-lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/stand-in-lib.sh"

scratch
unset QUIET VERBOSE PATHS SHARD SEEDS CHECKS PROFILE
export FLOWBENCH_CACHE=$dir/cache FLOWBENCH_TRUST=$dir/tree KVM=0 KERNEL=6.12 TREE=$dir/linux KERNELS=base..HEAD STEP=6 PATHS="flowtable conntrack"
make -s userspace >/dev/null || exit 1
repository && git -C "$dir/linux" reset -q --hard base && git -C "$dir/linux" worktree add -q --detach "$dir/source" base && stand_in "$dir/source" || exit 1
file=$dir/linux/net/netfilter/nf_flow_table_ip.c

# Twenty commits; 4, 11 and 17 move the price of flowtable: "y += 2" costs 12, and 17 takes the first one back.
twenty() {
	local i

	for ((i = 1; i <= 20; i++)); do
		case $i in
		4) awk '/flow_alpha\(int/ { on = 1 } on && /y \+= 1/ { sub(/1/, "2"); on = 0 } 1' "$file" >"$dir/new" && cp "$dir/new" "$file" ;;
		11) awk '/flow_beta\(int/ { on = 1 } on && /y \+= 1/ { sub(/1/, "2"); on = 0 } 1' "$file" >"$dir/new" && cp "$dir/new" "$file" ;;
		17) awk '/flow_alpha\(int/ { on = 1 } on && /y \+= 2/ { sub(/2/, "1"); on = 0 } 1' "$file" >"$dir/new" && cp "$dir/new" "$file" ;;
		*) printf '/* %d */\n' "$i" >>"$file" ;;
		esac
		commit "netfilter: flowtable: change $i" || return 1
	done
}
twenty || exit 1

# history STATUS VARIABLE=VALUE…
history() {
	ends_apart "$1" env "${@:2}" "$tree/scripts/history"
}

# moved NUMBER…: something moved in these commits, and in no others
moved() {
	diff <(printf '%s\n' "$@") <(sed -n 's/^\([0-9]*\)\/20 [0-9a-f]* netfilter: .*/\1/p' "$tree/out/history-tree/commits")
}

found() {
	history 0 && moved 4 11 17 && says '^ {2}price  flowtable: \+12\.00 instructions' && says '^ {2}price  flowtable: -12\.00 instructions' &&
		says '^13 of 21 commits measured; something moved in 3$' && grep -q '<h1>11/20 [0-9a-f]* netfilter: flowtable: change 11</h1>' "$tree/out/history-tree/commits.html" &&
		[[ -s $tree/out/history-tree/report.html && ! -e $tree/out/history && -z $(git -C "$dir/linux" status --short) ]]
}

# One boot of each measured commit
few() {
	(($(wc -l <"$dir/boots") == 13))
}

again() {
	local before

	before=$(cat "$tree/out/history-tree/commits")
	rm "$dir/boots"
	history 0 && [[ ! -e $dir/boots && $(cat "$tree/out/history-tree/commits") == "$before" ]]
}

# The commit that moved a price does not build: those up to the next that does are named
lost() {
	git -C "$dir/linux" checkout -q -b broken HEAD~10 && sed -i 's/y += 1/y += 3/' "$file" && commit "netfilter: flowtable: does not build" &&
		sed -i 's/y += 3/y += 2/' "$file" && commit "netfilter: flowtable: builds again" || return 1
	history 0 KERNELS=broken~4..broken STEP=4 && says '^one of 2 commits up to 4/4 [0-9a-f]* netfilter: flowtable: builds again$' &&
		grep -q "3/4 [0-9a-f]* netfilter: flowtable: does not build: left out: it does not build$" "$dir/err"
}

# Results of commits that the range no longer has are removed; other folders stay
rebased() {
	mkdir -p "$tree/out/history-tree/mine" "$tree/out/history-tree/3-0123456789ab"
	history 0 KERNELS=broken~4..broken STEP=4 && [[ -d $tree/out/history-tree/mine && ! -e $tree/out/history-tree/3-0123456789ab ]] && rmdir "$tree/out/history-tree/mine"
}

# refused PATTERN VARIABLE=VALUE…: one line, and no boot
refused() {
	rm -f "$dir/boots"
	history 2 "${@:2}" && grep -qE "^flowbench: history: $1" "$dir/err" && (($(wc -l <"$dir/err") == 1)) && [[ ! -e $dir/boots ]]
}

usage() {
	refused "KERNELS='6\.12': expected two revisions of TREE=, as in v6\.12\.\.topic" KERNELS=6.12 && refused "KERNELS='': expected two revisions" KERNELS= &&
		refused "TREE='.*nowhere': expected a git tree" TREE="$dir/nowhere" && refused "TREE='.*': revision 'nonesuch': expected one that git rev-parse knows" KERNELS=base..nonesuch &&
		refused "TREE='.*': no commit between 'base' and 'base'" KERNELS=base..base && refused "TREE='.*': 'HEAD' is not an ancestor of 'master~1'" KERNELS=HEAD..master~1 &&
		refused "STEP='0': expected a whole number" STEP=0 && refused "SHARD= and TREE=: " SHARD=1/2 && refused "KERNEL='debug': its source is needed" KERNEL=debug
}

ktap_plan 7
check "twenty commits, three move a price" found
check "few boots" few
check "nothing is measured again" again
check "a commit that does not build" lost
check "a branch that was rebased" rebased
check "usage" usage
check "the help names it" bash -c 'scripts/history --help | grep -q TREE=DIR && make -s help | grep -q STEP='
ktap_end
