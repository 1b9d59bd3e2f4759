# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# git bisect run over ten commits to the flowtable. One makes the fast path more expensive, and one does not build. Bisect
# finds the first.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export KVM=0 SMP=1 KERNEL=6.12
top=$PWD
tree=$dir/tree
file=net/netfilter/nf_flow_table_ip.c

git_() {
	git -C "$tree" -c user.name=test -c user.email=test@localhost -c commit.gpgsign=false "$@"
}

# history: each commit adds a comment; the sixth adds the loop, and the fourth does not build
history() {
	local source i

	source=$(scripts/kernel/source 6.12) || return 1
	mkdir -p "$tree/net"
	cp -r "$source/net/netfilter" "$tree/net/"
	git_ init -q
	git_ add -A
	git_ commit -qm 'as it is in Debian'
	git_ tag good
	for i in {1..10}; do
		printf '/* remark %d */\n' "$i" >>"$tree/$file"
		case $i in
		4) printf '#error not yet\n' >>"$tree/$file" ;;
		5) sed -i '/^#error not yet$/d' "$tree/$file" ;;
		6) patch -s -d "$tree" -p1 <tests/patches/loop.patch || return 1 ;;
		esac
		git_ commit -qam "change $i"
	done
	git_ tag bad
}

bisect() {
	git_ bisect start bad good && (cd "$tree" && git bisect run "$top/scripts/bisect" --path flowtable --max +0.5%)
}

found() {
	git_ show -s --format=%s refs/bisect/bad | grep -x 'change 6'
}

clean() {
	[[ -z $(git_ status --porcelain) ]]
}

ktap_plan 5
check "a history of eleven commits" history
check "bisect ends" ends 0 bisect
check "bisect finds the commit with the loop" found
check "the commit that does not build is not found" bash -c "! grep -q 'change 4' <<<\"\$(git -C $tree show -s --format=%s refs/bisect/bad)\""
check "the tree has not changed" clean
ktap_end
