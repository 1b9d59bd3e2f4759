# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# 5.10, built as the author of the trace built it. At least 90 % of the documented calls that are not incidental are
# matched by name, with and without the reproduced calls of incidental subtrees. No call is missing, and no reason is
# wrong. Two boots are the same, to the byte.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export FB_SILENT=1 KVM=0 SMP=1

record() {
	scripts/vm/boot --kernel 5.10-gcc9 --nics netns-lab/topologies/esp-gateway.nics --out "$1" -- \
		userspace/flowbench run -q --out out esp-gateway
}

same() {
	cmp "$dir/1/record.trace" "$dir/2/record.trace" && cmp "$dir/1/dmesg" "$dir/2/dmesg"
}

explained() {
	userspace/flowbench fidelity --run "$dir/1"
}

matched() {
	userspace/flowbench fidelity --run "$dir/1" | awk '
	$1 == "phase" { for (i = 1; i <= NF; i++) column[$i] = i }
	$1 == "all" {
		matched = $column["matched"]
		incidental = $column["incidental"]
		of = $column["documented"] - incidental
	}
	/^matched% is of/ { match($0, /not: [0-9]+/); subtrees = substr($0, RSTART + 5, RLENGTH - 5) }
	END {
		# Incidental calls that were not reproduced count in neither sum.
		again = subtrees - incidental
		printf "%d of %d; without incidental subtrees %d of %d\n", matched, of,
			matched - again, of - again
		exit !(of > 2000 && subtrees > 0 && matched >= 0.9 * of &&
			matched - again >= 0.9 * (of - again))
	}'
}

make -s userspace >/dev/null || exit 1
ktap_plan 5
check "5.10-gcc9: builds, and every phase is found and proved" record "$dir/1"
check "5.10-gcc9: no documented call is missing without a reason" explained
check "5.10-gcc9: 90 % of the calls are matched by name" matched
check "5.10-gcc9: a second boot succeeds" record "$dir/2"
check "5.10-gcc9: both boots are the same, to the byte" same
ktap_end
