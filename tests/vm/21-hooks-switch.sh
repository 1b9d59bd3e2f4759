#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Every hook switches on and off without changing the others. Input is checked strictly.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh

ktap_plan 14
log_mark 21-hooks-switch
for module in nf_flow_table nf_flow_table_inet nft_flow_offload nf_conntrack \
	esp4 esp6; do
	modprobe -q "$module" || true
done
on_exit module_unload
module_load
hooks=$FB_DEBUG/hooks

state() {
	awk -v hook="$1" '$1 == hook { print $3 }' "$hooks"
}

states_but() {
	awk -v hook="$1" '$1 != hook { print $1, $3 }' "$hooks"
}

each_alone() {
	local hook names others

	mapfile -t names < <(cut -d' ' -f1 "$hooks")
	for hook in "${names[@]}"; do
		others=$(states_but "$hook")
		if write "$hooks" "+$hook" 2>/dev/null; then
			[[ $(state "$hook") == on ]] || { echo "$hook is not on"; return 1; }
			write "$hooks" "+$hook" || { echo "$hook: cannot be switched on twice"; return 1; }
			write "$hooks" "-$hook" || { echo "$hook: cannot be switched off"; return 1; }
			[[ $(state "$hook") == off ]] || { echo "$hook is not off"; return 1; }
			write "$hooks" "-$hook" || { echo "$hook: cannot be switched off twice"; return 1; }
		else
			[[ $(state "$hook") == unavailable ]] ||
				{ echo "$hook failed, is $(state "$hook")"; return 1; }
		fi
		[[ $others == "$(states_but "$hook")" ]] ||
			{ echo "$hook changed others"; return 1; }
	done
}

reasons_given() {
	! awk '$3 == "unavailable" && $8 == "-" { print; bad = 1 }
		END { exit !bad }' "$hooks"
}

nothing_on() {
	! grep ' on ' "$hooks"
}

big() {
	printf '%*s' "$1" '' | tr ' ' x >"$2"
}

log_says() {
	log_since | grep -F "$1"
}

# fails_with TEXT FILE LINE: the write must fail, and the shell's error must have TEXT
fails_with() {
	local said

	said=$(write "$2" "$3" 2>&1) && { echo "the write was accepted"; return 1; }
	grep -qF "$1" <<<"$said" || { echo "$said"; return 1; }
}

check "each hook switches on twice and off twice, alone" each_alone
check "an unavailable hook names its reason" reasons_given
check "two hooks switch on in one write" write "$hooks" "+ip_forward +neigh_xmit"
check "both hooks are on" test "$(state ip_forward)$(state neigh_xmit)" = onon
check "both switch off in one write" write "$hooks" "-ip_forward -neigh_xmit"
check "an unknown hook is refused with ENOENT" \
	fails_with 'No such file' "$hooks" +no_such_function
check "the log names the unknown hook" log_says "unknown hook 'no_such_function'"
check "a hook without + or - is refused" \
	fails_with 'Invalid argument' "$hooks" ip_forward
check "an empty line is refused" fails_with 'Invalid argument' "$hooks" ''
check "control characters are refused" \
	fails_with 'Invalid argument' "$hooks" $'+ip_forward\e[2J'
refuse "one bad word refuses the write" write "$hooks" "+ip_forward +nonsense"
check "a refused write switches no hook" nothing_on
refuse "a write of more than a page is refused" big 5000 "$hooks"
check "kernel log is clean" log_clean
ktap_end
