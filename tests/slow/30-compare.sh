# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Patches to modules: each gets its verdict over three paths, to the instruction.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export KVM=0 SMP=1 KERNEL=6.12
export PATHS=conntrack,flowtable,flowtable-esp

# row PATH DELTA: the table has this difference for PATH
row() {
	says "^$1 +insn +[0-9.]+ +[0-9.]+ +$2 +[-+0-9.]+% "
}

cheaper() {
	says '^flowtable +insn +[0-9.]+ +[0-9.]+ +-[1-9][0-9.]* ' && says '^verdict: difference: flowtable -'
}

ktap_plan 12
check "a comment: no difference" ends 0 env PATCH=tests/patches/comment.patch scripts/compare
check "on none of the three paths" says '^verdict: no difference on 3 paths, 5 seeds a side$'
check "and the same calls" says '^calls of esp-gateway, base \(A\) and patched \(B\)$'
check "a loop: a difference" ends 1 env PATCH=tests/patches/loop.patch scripts/compare
check "129 instructions on the fast path" row flowtable '\+129\.00'
check "129 instructions on the fast path into ESP" row flowtable-esp '\+129\.00'
check "none on the slow path" row conntrack '\+0\.00'
check "cheaper: a difference" ends 1 env PATCH=tests/patches/cheaper.patch scripts/compare
check "the price is lower" cheaper
check "a panic: no boot" ends 4 env PATCH=tests/patches/panic.patch scripts/compare
check "the message names the panic" says 'Kernel panic'
check "and no verdict" bash -c "! grep -q ^verdict $dir/said"
ktap_end
