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

# nf_flowtable with its members as before and as since commit 3fde94b6: a line less, and not one instruction in the module.
members_in_order() {
	two flowtable-order comment && holds '.data.b - .data.a <= -0.95' &&
		holds '[.insn.functions | .nf_flow_offload_ip_hook, .flow_offload_lookup, .flow_offload_refresh] | map(. // 0 | fabs) | add <= 2'
}

# batched: lists of 64 packets beside single ones, in $js: [path, misses of L1I by machine at 1, at 64], warm
batched() {
	env LINES=1 PATHS="forward flowtable" BENCH="--batch 1,64 --packets 640 --labs 1 --tuples 1 --rounds 2" \
		scripts/bench >"$dir/said" 2>&1 || { tail -n 5 "$dir/said" && return 1; }
	js=$(jq '[.lines | group_by(.path)[] | sort_by(.batch) | {path: .[0].path, batches: map(.batch),
		code: map(.per_packet.code), l1i: map([.modelled[] | select(.state == "warm") | {(.machine): .per_packet.l1i}] | add)}]' \
		out/bench-6.12/profile.json) && echo "$js" && holds 'map(.batches) == [[1, 64], [1, 64]]'
}

# A list goes through IP's forwarding together: less than a quarter of the misses are left, on each machine. The ingress hook
# of the flowtable takes packets one by one, from a list as well: what is lost there is the generator's code between them.
# shellcheck disable=SC2016 # jq's variables
lists_miss_less() {
	batched && holds 'all(.[]; .code[1] < .code[0] / 2)' &&
		holds '.[] | select(.path == "forward").l1i | . as $l | all($l[0] | keys[]; $l[0][.] > 5 and $l[1][.] < $l[0][.] / 4)' &&
		holds '.[] | select(.path == "flowtable").l1i | . as $l | all($l[0] | keys[]; $l[1][.] <= $l[0][.]) and
			any($l[0] | keys[]; $l[1][.] < $l[0][.])'
}

# Five boots a side: eight lines more take more on each machine, cold.
order() {
	ends 1 env LINES=1 BASE="tests/patches/touch-0.patch" PATCH="tests/patches/touch-8.patch" scripts/compare &&
		says '^modelled cycles: flowtable: B takes more; .*cold: B takes more on each machine' &&
		says '^verdict: difference in modelled cycles; in instructions no difference'
}

# booted_in FOLDER: boots with seeds from 1 on
booted_in() {
	local i

	for ((i = 1; i <= boots; i++)); do
		mkdir -p "$1/$i"
		if ! PATH=${path:-}$PATH FB_SILENT=1 scripts/vm/boot --kernel "$KERNEL" --seed "$i" --count --lines "$1/$i/profile.record" \
			--out "$1/$i" -- userspace/flowbench bench --json out/bench.json flowtable >"$dir/said" 2>&1; then
			tail -n 5 "$dir/said"
			return 1
		fi
	done
}

# another_qemu: that of the image's suite, whose plugins have another API, counts the same. Where data lie hangs on chance.
another_qemu() {
	local newer counted

	newer=$(scripts/vm/qemu turns) || return
	[[ $newer == */* ]] || { echo "no other QEMU" && return 1; }
	counted='[.lines[].per_packet | [.insn, .loads, .stores, .branches, .indirect, .code, (.data / 10 | round)]]'
	boots=1 path="${newer%/*}:" booted_in "$dir/newer" && ! cmp -s "$dir/newer/1/fingerprint" "$dir/boot/1/fingerprint" &&
		userspace/flowbench profile --json "$dir/newer.json" "$dir/newer/1" >"$dir/said" &&
		userspace/flowbench profile --json "$dir/own.json" "$dir/boot/1" >"$dir/said" &&
		diff <(jq -c "$counted" "$dir/newer.json") <(jq -c "$counted" "$dir/own.json")
}

# seconds FILE COMMAND…: a processor's seconds of a boot, in $dir/FILE.s
seconds() {
	local TIMEFORMAT=%U
	{ time FB_SILENT=1 scripts/vm/boot --kernel "$KERNEL" --out "$dir/price" "${@:2}" >"$dir/said" 2>&1; } 2>"$dir/$1.s"
}

# Beyond what a boot takes, rounds that are recorded take at most 15 times as long.
what_it_takes() {
	local rounds=(userspace/flowbench bench -q --labs 1 --tuples 1 --rounds 5 --packets 20000 --json out/bench.json flowtable)

	mkdir -p "$dir/price"
	seconds boot -- true && seconds plain -- "${rounds[@]}" &&
		seconds recorded --lines "$dir/price/profile.record" -- "${rounds[@]}" &&
		awk -v boot="$(<"$dir/boot.s")" -v plain="$(<"$dir/plain.s")" -v recorded="$(<"$dir/recorded.s")" 'BEGIN {
			times = (recorded - boot) / (plain - boot)
			printf "# %.1f, %.1f and %.1f s of a processor: %.1f times\n", boot, plain, recorded, times
			exit !(plain > boot && times <= 15)
		}' >&3
}

recorded_again() {
	boots=1 booted_in "$dir/again" && cmp "$dir/boot/1/profile.record" "$dir/again/1/profile.record"
}

# dealt NUMBER: deals the boots out to two sides, each way as likely as any other, and compares them
dealt() {
	local at=$dir/deal/$1 i=0 boot side

	mkdir -p "$at/a" "$at/b"
	while read -r boot; do
		side=a
		((++i <= boots / 2)) || side=b
		ln -s "$dir/boot/$boot" "$at/$side/$boot"
	done < <(for ((boot = 1; boot <= boots; boot++)); do
		printf '%s %d\n' "$(printf '%s %s' "$1" "$boot" | sha256sum)" "$boot"
	done | sort | awk '{ print $NF }')
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

exec 3>&1
ktap_plan 15
for lines in 1 2 8; do check "$lines lines more" touches "$lines"; done
check "a member of the flow on a line of its own" cold_member
check "and back" warm_member
check "a call by a pointer" by_pointer
check "likely() the wrong way round" unlikely_in_the_way
check "nf_flowtable's members: a line less" members_in_order
check "receive lists: fewer misses of code" lists_miss_less
check "eight lines more: an order that stands over layouts" order
check "ten boots of one kernel" booted_in "$dir/boot"
check "a boot again: the record is the same to the byte" recorded_again
check "another QEMU counts the same" another_qemu
check "rounds take at most 15 times as long" what_it_takes
check "of a hundred comparisons among them at most five say that one takes more" false_orders
ktap_end
