# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A patch to code that is built in: two kernels of one configuration are built. The longer xfrm_output() shows on the path
# that calls it, and on no other.
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
check "65 instructions on the path into ESP" row flowtable-esp '\+65\.00'
check "none with conntrack" row conntrack '\+0\.00'
check "none with the flowtable" row flowtable '\+0\.00'
ktap_end
