# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# git bisect run over ten commits to the flowtable, one of which makes its fast path dearer, and one of
# which does not build: bisect finds the one.
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

# history: a comment each, the loop with the sixth, and the fourth does not build
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
check "a bisect of it ends" ends 0 bisect
check "with the commit that did it" found
check "the one that does not build was no verdict" bash -c "! grep -q 'change 4' <<<\"\$(git -C $tree show -s --format=%s refs/bisect/bad)\""
check "and the tree is as it was" clean
ktap_end
