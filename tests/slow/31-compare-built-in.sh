# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A patch to what is built in: two kernels from one configuration, and what xfrm_output() takes longer
# shows on what goes through it, and nowhere else.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export KVM=0 SMP=1 KERNEL=6.12
export PATHS=conntrack,flowtable,flowtable-esp

row() {
	says "^$1 +insn +[0-9.]+ +[0-9.]+ +$2 "
}

ktap_plan 4
check "a loop in xfrm_output(): a difference" ends 1 env PATCH=tests/patches/xfrm.patch scripts/compare
check "of 65 instructions on the way to ESP" row flowtable-esp '\+65\.00'
check "of none with conntrack" row conntrack '\+0\.00'
check "of none in the flowtable" row flowtable '\+0\.00'
ktap_end
