# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A verdict does not depend on what chance has drawn. A hundred instructions on IPv4's fast path, one, and none, each with
# three starting numbers of the seeds: the difference is told to the instruction, with the function that it is in, and the
# path of IPv6, whose code stays as it is, has none.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export KVM=0 SMP=1 KERNEL=6.12 TRACE=0
export PATHS=flowtable,flowtable6,flowtable-esp
percent='\([-+0-9.]+ %\)'
fn=nf_flow_offload_ip_hook
# One instruction is less than what a chain adds to some boots' samples.
more='( \(chance moves the whole price by more\))?'

compare() {
	ends "$1" env SEED="$2" PATCH="tests/patches/$3.patch" scripts/compare
}

# row PATH DELTA: the table has this difference for PATH
row() {
	says "^$1 +insn +[0-9.]+ +[0-9.]+ +$2 "
}

# differs N START PATCH: N instructions more on both of IPv4's paths, in the function that the patch changes
differs() {
	compare 1 "$2" "$3" && row flowtable "\\+$1\\.00" && row flowtable6 '\+0\.00' && row flowtable-esp "\\+$1\\.00" &&
		says "^verdict: difference: flowtable \\+$1\\.00 instructions $percent in $fn$more, flowtable-esp \\+$1\\.00 instructions $percent in $fn$more\$" &&
		says "^flowtable +\\+$1\\.00 +$fn \\[nf_flow_table\\] +differs\$" &&
		says "^flowtable-esp +\\+$1\\.00 +$fn \\[nf_flow_table\\] +differs\$"
}

none() {
	compare 0 "$1" comment && says '^verdict: no difference on 3 paths, 5 seeds a side$'
}

ktap_plan 9
for start in 1 101 201; do
	check "a hundred instructions, seeds from $start" differs 100 "$start" nops
	check "one instruction, seeds from $start" differs 1 "$start" nop
	check "none, seeds from $start" none "$start"
done
ktap_end
