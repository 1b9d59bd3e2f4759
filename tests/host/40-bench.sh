# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Prices repeat to the instruction: three boots, one of them with every core of this machine busy,
# give the same count for every round of every path; each path is proved and each round closes.
set -uo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../vm/lib.sh"

cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 1
dir=$(mktemp -d)
on_exit rm -rf "$dir"
export FB_SILENT=1 KVM=0 SMP=1
paths=(conntrack flowtable esp flowtable-esp)

# price DIR: the table is left in DIR.table
price() {
	env -u FB_SILENT scripts/boot --kernel 6.12 --out "$1" -- userspace/flowbench bench -q \
		--rounds 5 --json out/bench.json "${paths[@]}" >"$1.table" || {
		cat "$1.table"
		return 1
	}
}

# The same with every core busy until it has ended.
price_busy() {
	local pids=() i status=0

	for ((i = 0; i < $(nproc); i++)); do
		timeout 900 sha256sum /dev/zero &
		pids+=($!)
	done
	price "$@" || status=$?
	kill "${pids[@]}" 2>/dev/null
	wait "${pids[@]}" 2>/dev/null
	return "$status"
}

# cycles DIR: every round's count, in order
cycles() {
	grep -o '"cycles": [0-9]*' "$1/bench.json"
}

# Where two boots part is said at once: afterwards their results are gone.
same() {
	diff "$1.table" "$2.table" && diff <(cycles "$1") <(cycles "$2") && return
	diff "$1/fingerprint" "$2/fingerprint"
	diff <(sed 's/^\[[^]]*\]//' "$1/dmesg") <(sed 's/^\[[^]]*\]//' "$2/dmesg") | head -n 6
	return 1
}

# rounds_of DIR N: so many were run, and none of them empty
rounds_of() {
	local n

	n=$(cycles "$1" | grep -vc ': 0$')
	echo "$n rounds of $2"
	((n == $2))
}

all_proved() {
	local n

	n=$(awk '$2 == "insn" && $9 ~ /^[1-9]/ { split($9, of, "/"); n += of[1] == of[2] } END { print n + 0 }' \
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


ktap_plan 8
check "every path is proved and every round closes" price "$dir/1"
check "so say the table and bench.json" all_proved "$dir/1"
check "no round is missing" rounds_of "$dir/1" $((${#paths[@]} * 5 * 2))
check "the generator's own price is at most 800 instructions" own "$dir/1"
check "the flowtable is worth having" cheaper "$dir/1"
check "a second boot runs as well" price "$dir/2"
check "with the same counts" same "$dir/1" "$dir/2"
check "the same counts with every core busy" bash -c "$(declare -f price price_busy cycles same)
	paths=(${paths[*]}); price_busy $dir/3 && same $dir/1 $dir/3"
ktap_end
