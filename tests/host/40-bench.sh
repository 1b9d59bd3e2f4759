# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Prices repeat to the instruction. Three boots give the same count for every round of every path; two of them run at the
# same time, with every core of the host busy. Each path is proved, and each round closes.
#
# needs: 6.12 image program
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
# shellcheck source=tests/host/bench-lib.sh
. tests/host/bench-lib.sh
mapfile -t paths < <(ls userspace/data/paths)
# Two flows in one lab, two rounds each, and two long ones; a path that records its packets has one flow.
settings=(--labs 1 --tuples 2 --rounds 2)
recorded=$(grep -l '^record' userspace/data/paths/* | wc -l)

# rounds_of DIR N: N rounds were run, and none counted 0
rounds_of() {
	local n

	n=$(cycles "$1" | grep -vc ': 0$')
	echo "$n rounds of $2"
	((n == $2))
}

all_proved() {
	local n

	n=$(awk '$2 == "insn" && $12 ~ /^[1-9]/ { split($12, of, "/"); n += of[1] == of[2] } END { print n + 0 }' \
		"$1.table")
	echo "$n paths of ${#paths[@]} are proved"
	((n == ${#paths[@]})) && ! grep -E '"holds": "(no|unknown)"' "$1/bench.json"
}

# own DIR: the generator's own price is at most 800 instructions a packet
own() {
	awk '$2 == "insn" && $4 > 800 { print $1 ": " $4; bad = 1 } END { exit bad }' "$1.table"
}

cheaper() {
	awk '$2 == "insn" { net[$1] = $5 } END {
		print net["conntrack"], net["flowtable"], net["esp"], net["flowtable-esp"]
		exit !(net["flowtable"] * 2 < net["conntrack"] && net["flowtable-esp"] < net["esp"])
	}' "$1.table"
}

# machine N: prices all paths in a guest; its results are in $dir/N
machine() {
	price "$dir/$1"
}

# alone: esp-in is priced without other paths. Each recorded packet can be used once, and only by that path.
alone() {
	scripts/vm/boot --kernel 6.12 -- userspace/flowbench bench -q --labs 1 --rounds 2 esp-in
}

ktap_plan 9
check "every path is proved and every round closes" price "$dir/1"
check "the table and bench.json have all paths as proved" all_proved "$dir/1"
check "every round is there" rounds_of "$dir/1" $((${#paths[@]} * 8 - recorded * 2))
check "the generator's own price is at most 800 instructions" own "$dir/1"
check "the flowtable costs less than half of conntrack, and less with ESP, too" cheaper "$dir/1"
check "a path of recorded packets, without the other paths" alone
check "two further boots, with every core busy" busy_at_once machine 2 3
check "the second boot has the same counts" same "$dir/1" "$dir/2"
check "the third boot has the same counts" same "$dir/1" "$dir/3"
ktap_end
