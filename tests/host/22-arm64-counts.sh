# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Three counts of the same instructions in a guest of arm64: the clock that prices are read from, the processor's PMU
# (INST_RETIRED), and the plugin. They differ by the instructions between the places where they are read, so by the same
# number in each window, whatever runs in it: no-ops, system calls, and the timer's interrupts.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export ARCH=arm64 KVM=0 SMP=1

# The program for the guest is built in the tree that builds modules, the reader with this machine's compiler.
made() {
	mkdir -p "$dir/src/price" && cp tests/arm64/counts.c "$dir/src/" && cp userspace/price/mark.h "$dir/src/price/" &&
		scripts/kernel/in-toolchain "$(cat scripts/data/image.suite)" "$dir/src" -- \
			aarch64-linux-gnu-gcc -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -static -I. -o counts counts.c &&
		gcc -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -Werror -Iuserspace -o "$dir/rounds" tests/arm64/rounds.c
}

recorded() {
	scripts/vm/boot --bare --timeout 300 --profile "$dir/record" --add "$dir/src/counts:counts" --out "$dir/out" -- \
		./counts >"$dir/counts" 2>&1 && "$dir/rounds" "$dir/record" | tail -n +3 >"$dir/rounds.said" &&
		paste -d ' ' "$dir/counts" "$dir/rounds.said" >"$dir/lines" && [[ $(wc -l <"$dir/lines") == 12 ]] && return
	cat "$dir/counts"
	return 1
}

# constant COLUMN COLUMN: the difference of two columns is the same on each line, and of a few instructions
constant() {
	awk -v a="$1" -v b="$2" '
		{ far = $a - $b }
		NR > 1 && far != first { print "line " NR ": " far " and not " first; bad = 1 }
		NR == 1 { first = far; print far }
		END { exit bad || first < 1 || first > 60 }' "$dir/lines" || { cat "$dir/lines" && return 1; }
}

# Windows are long enough that interrupts are in them: a tick is 4,000,000 instructions.
sized() {
	awk '$1 == "nops" && $2 == 4000000 { exit !($3 > 8000000) }' "$dir/lines"
}

ktap_plan 5
check "the programs build" made
check "a boot counts twelve windows" recorded
check "the clock and the PMU agree" constant 3 4
check "the PMU and the plugin agree" constant 4 5
check "a window counts what runs in it" sized
ktap_end
