# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Prices repeat to the instruction. A second boot, with every core of the host busy, gives the same count for every round
# of ten paths, one of each kind. Each path is proved, and each round closes. BOOTS=1, as in make check, has no second
# boot; BOOTS=3, as in make check-slow, takes all paths, and boots a third machine beside the second one.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
# shellcheck source=tests/host/bench-lib.sh
. tests/host/bench-lib.sh
paths=(conntrack esp esp-in flowtable flowtable-esp flowtable-gso flowtable-vlan flowtable6 nat rules-100)
boots=${BOOTS:-2}
((boots < 3)) || mapfile -t paths < <(paths_since 6.12)
# Two flows in one lab, two rounds each, and two long ones; a path that records its packets has one flow.
settings=(--labs 1 --tuples 2 --rounds 2)
recorded=$(cd userspace/data/paths && grep -l '^record' -- "${paths[@]}" | wc -l)

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

more=()
for ((boot = 2; boot <= boots; boot++)); do more+=("$boot"); done
ktap_plan $((5 + (boots > 1 ? boots + 1 : 0)))
check "every path is proved and every round closes" price "$dir/1"
check "the table and bench.json have all paths as proved" all_proved "$dir/1"
# The hook at ingress has five rounds of three kinds.
check "every round is there" rounds_of "$dir/1" $((${#paths[@]} * 8 - recorded * 2 + 15))
check "the generator's own price is at most 800 instructions" own "$dir/1"
check "the flowtable costs less than half of conntrack, and less with ESP, too" cheaper "$dir/1"
((boots < 2)) || check "a path of recorded packets, without the other paths" alone
((boots < 2)) || check "further boots, with every core busy" busy_at_once machine "${more[@]}"
for boot in "${more[@]}"; do
	check "boot $boot has the same counts" same "$dir/1" "$dir/$boot"
done
ktap_end
