# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The profile. A machine with the plugin counts the same as one without it. The profile of each round has as many
# instructions as the guest's clock says. Each section holds what belongs there. The plugin also records which memory is
# accessed: lines, misses and branches of a packet, by function.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
# shellcheck source=tests/host/bench-lib.sh
. tests/host/bench-lib.sh

# boot DIR OPTION…: prices three paths in a guest; the table is in DIR.table. The command is the same for both boots,
# because it is a part of the machine.
boot() {
	env -u FB_SILENT scripts/vm/boot --kernel 6.12 --timeout 900 --out "$1" "${@:2}" -- \
		userspace/flowbench bench -q --labs 1 --tuples 3 --rounds 3 --json out/bench.json conntrack flowtable esp \
		>"$1.table" || {
		cat "$1.table"
		return 1
	}
}

price_both() {
	local pid status=0

	boot "$dir/with" --count --lines "$dir/with/profile.record" >"$dir/with.said" 2>&1 &
	pid=$!
	boot "$dir/without" || status=$?
	wait "$pid" || {
		status=$?
		cat "$dir/with.said"
	}
	return "$status"
}

# Three paths, each with 15 rounds, and the 15 of the hook at ingress.
same_rounds() {
	(($(cycles "$dir/with" | wc -l) == 60)) && same "$dir/without" "$dir/with" &&
		diff <(cat "$dir/without/fingerprint" && echo count=insn) "$dir/with/fingerprint"
}

profile() {
	userspace/flowbench profile --json "$dir/profile.json" "$@" "$dir/with"
}

# holds JQ: the profile makes the expression true
holds() {
	jq -e "$1" "$dir/profile.json" >/dev/null && return
	jq -c '.paths[] | {path, sections}' "$dir/profile.json"
	return 1
}

# nets: bench.json and the profile have the same net prices
nets() {
	diff <(jq -c '.points[] | [.path, (.net * 100 | round)]' "$dir/with/bench.json") \
		<(jq -c '.paths[] | [.path, (.per_packet * 100 | round)]' "$dir/profile.json")
}

# off_by_one: a round with one instruction more by the guest's clock than in the profile is an error
# The dearest round of a sample: its price is that of the cheapest one.
off_by_one() {
	local status=0 dearest

	cp "$dir/with/bench.json" "$dir/kept"
	dearest=$(jq '.points[1].rounds.gross[:3] | map(.cycles) | index(max)' "$dir/kept")
	jq --argjson at "$dearest" '.points[1].rounds.gross[$at].cycles += 1' "$dir/kept" >"$dir/with/bench.json"
	ends_saying 1 "flowtable: gross round $((dearest + 1)) does not close" \
		userspace/flowbench profile --json "$dir/none.json" "$dir/with" || status=1
	cp "$dir/kept" "$dir/with/bench.json"
	[[ ! -e $dir/none.json ]] && return "$status"
}

wrong_section() {
	{ cat userspace/data/sections && echo 'esp_output cipher'; } >"$dir/sections"
	ends_saying 1 "sections:$(wc -l <"$dir/sections"): 'cipher': expected a section" profile --sections "$dir/sections"
}

# no_plugins: a QEMU without plugins is named in the message
no_plugins() {
	printf '#!/bin/sh\necho "qemu: -plugin: invalid option" >&2\nexit 1\n' >"$dir/qemu"
	chmod +x "$dir/qemu"
	ends_saying 69 'no profile: .*/qemu takes no plugin: qemu: -plugin: invalid option' scripts/vm/plugin "$dir/qemu"
}

# lines CONDITION: jq's, of the path's lines
lines() {
	jq -e "[.lines[] | $1] | length == 3 and all" "$dir/profile.json" >/dev/null && return
	jq -c '.lines[] | {path, per_packet}' "$dir/profile.json"
	return 1
}

# weights CONDITION: jq's, of each weight of each path's lines ($l)
# shellcheck disable=SC2016 # jq's variables
weights() {
	jq -e "[.lines[] | . as \$l | .weights[] | $1] | length >= 18 and all" "$dir/profile.json" >/dev/null && return
	jq -c '.lines[] | .path as $path | .weights[] | [$path, .name, .per_packet, ([.sections[]] | add)]' "$dir/profile.json"
	return 1
}

# weighs FUNCTION: one that the generator does not call has the same lines in the graph as by function
weighs() {
	jq -e --arg name "$1" --argjson sum "$(awk -v name="$1" '$1 ~ ";" name "$" { sum += $NF } END { print sum + 0 }' "$dir/folded")" \
		'.lines[] | select(.path == "flowtable") | $sum > 0 and
		(([.functions[] | select(.[0] == $name) | .[4]] | add) * .packets - $sum | fabs < 1)' "$dir/profile.json"
}

# A flame graph that is weighed by lines of data has as many as the path's round.
weighed() {
	userspace/flowbench export -q --format folded --path flowtable --weight data "$dir/profile.json" >"$dir/folded" &&
		weighs flow_offload_lookup && weighs neigh_xmit &&
		jq -e --argjson sum "$(awk '{ sum += $NF } END { print sum }' "$dir/folded")" '.lines[] | select(.path == "flowtable") |
			.weights[] | select(.name == "data") | [.stacks as $s | range(1; $s | length; 2) | $s[.]] | add == $sum' \
			"$dir/profile.json"
}

# The first machine that is replayed leaves nothing to the next one: the replay prints the same again.
again() {
	userspace/flowbench profile --json "$dir/again.json" "$dir/with" >/dev/null && cmp "$dir/profile.json" "$dir/again.json"
}

# Memory of the generator's packets may share a set of the cache. Where it lies is chance, and functions that all paths
# have are at times the first to touch it.
of_flowtable='select(.[0] | test("flow_offload|nf_flow"))'

# by_function: what functions touch themselves sums to the packet's
# shellcheck disable=SC2016 # jq's variables
by_function='. as $l | [range(7)] | map(. as $i | ($l.functions | map(.[$i + 1]) | add) -
	[$l.per_packet | .insn, .loads, .stores, .data, .code, .branches, .indirect][$i] | fabs < 1e-3) | all'

ktap_plan 24
check "the program builds" make --no-print-directory -s -C userspace
check "two boots, one with the plugin" price_both
check "both have the same count for every round" same_rounds
check "every round closes, to the instruction" profile
check "sections sum to the price of a packet" holds \
	'[.paths[] | ([.sections[]] | add) - .per_packet | fabs < 1e-6] | length == 3 and all'
check "stacks sum to the window" holds '[.paths[] | ([.stacks[][1]] | add) == .insn] | all'
check "repeats are counted by function as by round, and conntrack has more of them than the generator" holds \
	'[.paths[] | ([.repeats[][1]] | add) == .gross.repeats and .gross.repeats > .own.repeats] | length == 3 and all'
check "the net prices are those of bench.json" nets
check "the path esp has instructions in section esp, the others have not" holds \
	'[.paths[] | (.sections.esp > 1000) == (.path == "esp")] | all'
check "the path flowtable has no instructions in conntrack, nft and routing" holds \
	'.paths[] | select(.path == "flowtable") | .sections | .flowtable > 100 and .conntrack + .nft + .routing == 0'
check "the path conntrack has instructions in all three, and none in flowtable" holds \
	'.paths[] | select(.path == "conntrack") | .sections |
	 .conntrack > 100 and .nft > 100 and .routing > 100 and .flowtable == 0'
check "other is less than 5 %" holds '[.paths[] | .sections.other < 0.05 * .per_packet] | all'
check "lines are of as many instructions as the price" lines \
	'.per_packet.insn > 1000 and .per_packet.data > 20 and .per_packet.code > 50 and .per_packet.loads > .per_packet.data'
check "functions sum to the packet's lines, accesses and branches" lines "$by_function"
check "cold, functions of the flowtable miss each of their lines once on the server" holds \
	".lines[] | select(.path == \"flowtable\") | ([.functions[] | $of_flowtable] | [(map(.[4]) | add), (map(.[5]) | add)]) as \$lines |
	 (.modelled[] | select(.state == \"cold\" and .machine == \"server\") | [.functions[] | $of_flowtable] |
	 [(map(.[2]) | add), (map(.[1]) | add)]) == \$lines and \$lines[0] > 10 and \$lines[1] > 30"
check "warm, they miss no line of the server's" holds \
	".lines[] | select(.path == \"flowtable\") | .modelled[] | select(.state == \"warm\" and .machine == \"server\") |
	 [.functions[] | $of_flowtable | .[1] + .[2]] | all(. == 0)"
check "the sections of each weight sum to the packet's" weights '([.sections[]] | add) - .per_packet | fabs < 1e-6'
# shellcheck disable=SC2016 # jq's variables
check "counted weights are what a packet touches" weights \
	'select(.name | contains("/") | not) | .per_packet == $l.per_packet[.name]'
check "stacks weighed by lines of data sum to the round's" weighed
check "a record says the same when it is replayed again" again
check "a missing instruction is an error" off_by_one
check "an unknown section is an error that names its line" wrong_section
check "several processors cannot be profiled, which the message says" ends_saying 69 'no profile: it needs one processor' \
	scripts/vm/boot --kernel 6.12 --smp 2 --profile "$dir/none" -- true
check "a QEMU without plugins cannot profile, which the message says" no_plugins
ktap_end
