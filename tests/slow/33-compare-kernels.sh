# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Two kernels without a patch, 5.10 and 7.2: the price of each path on both.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export KVM=0 SMP=1 KERNEL=6.12
mapfile -t paths < <(ls userspace/data/paths)
export PATHS=${paths[*]}

# table: every path that both kernels have is in the table
table() {
	local n

	n=$(grep -cE '^[a-z0-9-]+ +insn .*%' "$dir/said")
	printf '%d of %d paths\n' "$n" "${#paths[@]}"
	tail -n 40 "$dir/said"
	((n >= ${#paths[@]} - 1))
}

ktap_plan 2
check "5.10 and 7.2 differ" ends 1 env KERNEL=5.10,7.2 TRACE=0 scripts/compare
check "the table has all paths" table
ktap_end
