# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The plugin of QEMU and the model against valgrind's cachegrind, of the same program and the same caches: instructions, loads,
# stores and misses are equal, to the access. Where cachegrind counts otherwise, by what it says of itself.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export KVM=0 SMP=1
modes=(stride random chase update)

# made: the program that walks, and the one that replays. It takes what it needs of the program's objects.
made() {
	make --no-print-directory -s -C userspace program &&
		find build/userspace -mindepth 2 -maxdepth 2 -name '*.o' ! -path '*/cmd/*' ! -path '*/unit/*' -exec ar qc "$dir/all.a" {} + &&
		gcc -std=c11 -O1 -Wall -Wextra -Werror -static -Iuserspace -o "$dir/walk" tests/cachegrind/walk.c &&
		gcc -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -Werror -Iuserspace -Ikmod -o "$dir/replayed" tests/cachegrind/replayed.c \
			"$dir/all.a" -ljansson -lz -lm &&
		nm "$dir/walk" | grep -i ' t ' | sed 's/^0/8/' | sort >"$dir/symbols"
}

# recorded: one boot, in which it walks in each mode
recorded() {
	scripts/vm/boot --bare --timeout 300 --user-lines "$dir/record" --add "$dir/walk:walk" --out "$dir/out" -- \
		sh -c "for mode in ${modes[*]}; do ./walk \$mode || exit; done" >"$dir/said" 2>&1 || { cat "$dir/said"; return 1; }
	"$dir/replayed" "$dir/record" "$dir/symbols" tests/cachegrind/machine walk >"$dir/replayed.lines" &&
		(($(wc -l <"$dir/replayed.lines") == ${#modes[@]}))
}

# cachegrind MODE: sets the counts of walk(): $ir $dr $dw $i1 $d1 $ll
cachegrind() {
	local _ i1l dr1 drl dw1 dwl

	valgrind --tool=cachegrind --cache-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 \
		--cachegrind-out-file="$dir/cachegrind" "$dir/walk" "$1" >"$dir/said" 2>&1 || { cat "$dir/said"; return 1; }
	grep -qx 'events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw *' "$dir/cachegrind" || return 1
	read -r _ ir i1 i1l dr dr1 drl dw dw1 dwl < <(awk '
		/^fn=/ { on = $0 == "fn=walk" }
		on && /^[0-9]/ { for (i = 2; i <= 10; i++) sum[i] += $i }
		END { for (i = 1; i <= 10; i++) printf "%d ", sum[i] }' "$dir/cachegrind")
	d1=$((dr1 + dw1)) ll=$((i1l + drl + dwl))
}

# equal MODE: what it counted is what the plugin and the model counted
equal() {
	local i ours

	for ((i = 0; i < ${#modes[@]}; i++)); do [[ ${modes[i]} != "$1" ]] || break; done
	cachegrind "$1" || return
	ours=$(sed -n "$((i + 1))p" "$dir/replayed.lines")
	# An instruction that reads and writes memory is one access to cachegrind, and one that reads (cg_main.c).
	[[ $1 != update ]] || dw=$((dr - 1))
	echo "cachegrind: $ir $dr $dw $i1 $d1 $ll, flowbench: $ours"
	[[ $ours == "$ir $dr $dw $i1 $d1 $ll" ]] && ((ir > 100000 && d1 > 1000))
}

ktap_plan $((2 + ${#modes[@]}))
check "the programs build" made
check "a boot records each walk" recorded
for mode in "${modes[@]}"; do check "$mode" equal "$mode"; done
ktap_end
