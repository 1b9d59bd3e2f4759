# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# make compare LINES=1: patches that are written for it read as what they do, at equal instructions; the order of two
# variants stands over layouts of the code; and of a kernel with itself it says nothing, however its boots are dealt out.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export KVM=0 SMP=1 KERNEL=6.12 TRACE=0 PATHS=flowtable
boots=10

# bash may set LINES to the height of a terminal, so each command gets its own.

# two BASE PATCH: one boot of each side, of which nothing can be judged; $js has what is counted
two() {
	local base=$1
	[[ -z $base ]] || base=tests/patches/$1.patch
	ends 2 env LINES=1 BASE="$base" PATCH="tests/patches/$2.patch" SEEDS=1 scripts/compare &&
		js=$(jq '.lines[0].counted' out/compare/compare.json) && echo "$js"
}

# holds CONDITION: jq's, of what is counted
holds() {
	jq -e "$1" <<<"$js" >/dev/null || { echo "not so: $1"; return 1; }
}

# moves TOUCH BY FUNCTION: so many more of it in the function; its instructions stay, within 2. What chance moves (the neighbour
# table's chain) is in others.
moves() {
	holds ".$1.functions.$3 // 0 | . - ($2) | fabs < 0.05" && holds ".insn.functions.$3 // 0 | fabs <= 2"
}

touches() {
	two touch-0 "touch-$1" && moves data "$1" nf_flow_offload_ip_hook
}

cold_member() {
	two '' flow-cold && moves data 1 flow_offload_lookup
}

# The other way round, the members are grouped again.
warm_member() {
	two flow-cold comment && moves data -1 flow_offload_lookup
}

by_pointer() {
	two call-direct call-indirect && holds '.indirect.b - .indirect.a == 1' && holds '[.insn.functions | .nf_flow_offload_ip_hook, .fb_step, .__x86_indirect_thunk_array] | add // 0 | fabs <= 2'
}

unlikely_in_the_way() {
	two likely-right likely-wrong && holds '.code.functions.nf_flow_offload_ip_hook >= 1' &&
		holds '.insn.functions.nf_flow_offload_ip_hook // 0 | fabs <= 2'
}

# Five boots a side: eight lines more take more on each machine, cold.
order() {
	ends 1 env LINES=1 BASE="tests/patches/touch-0.patch" PATCH="tests/patches/touch-8.patch" scripts/compare &&
		says '^modelled cycles: flowtable: B takes more; .*cold: B takes more on each machine' &&
		says '^verdict: difference in modelled cycles; in instructions no difference'
}

booted() {
	local i

	for ((i = 1; i <= boots; i++)); do
		mkdir -p "$dir/boot/$i"
		if ! FB_SILENT=1 scripts/vm/boot --kernel "$KERNEL" --seed "$i" --lines "$dir/boot/$i/profile.record" \
			--out "$dir/boot/$i" -- userspace/flowbench bench --json out/bench.json flowtable >"$dir/said" 2>&1; then
			tail -n 5 "$dir/said"
			return 1
		fi
	done
}

# dealt NUMBER: deals the boots out to two sides, and compares them; "order" if one takes more
dealt() {
	local at=$dir/deal/$1 i=0 boot side

	mkdir -p "$at/a" "$at/b"
	while read -r boot; do
		side=a
		((++i <= boots / 2)) || side=b
		ln -s "$dir/boot/$boot" "$at/$side/$boot"
	done < <(seq "$boots" | shuf --random-source=<(yes "$1"))
	userspace/flowbench compare --json "$at/a" "$at/b" 2>"$at/said" | jq -r '.lines[0].order' >"$at/order"
}

# Of a hundred at most five.
false_orders() {
	local i orders

	for ((i = 1; i <= 100; i += 2)); do
		dealt "$i" &
		dealt "$((i + 1))"
		wait
	done
	orders=$(cat "$dir"/deal/*/order | grep -cE '^(more|less)$' || true)
	echo "$orders orders of $(cat "$dir"/deal/*/order | grep -cE '^(none|more|less)$')"
	(($(cat "$dir"/deal/*/order | grep -cE '^(none|more|less)$') == 100 && orders <= 5))
}

ktap_plan 10
for lines in 1 2 8; do check "$lines lines more" touches "$lines"; done
check "a member of the flow on a line of its own" cold_member
check "and back" warm_member
check "a call by a pointer" by_pointer
check "likely() the wrong way round" unlikely_in_the_way
check "eight lines more: an order that stands over layouts" order
check "ten boots of one kernel" booted
check "of a hundred comparisons among them at most five say that one takes more" false_orders
ktap_end
