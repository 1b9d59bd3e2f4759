# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# make bench of all paths, shared between guests: each path is proved, each round closes, and of no path more than one
# instruction in a hundred belongs to no section. The parts are one table and one bench.json.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
# shellcheck source=tests/host/bench-lib.sh
. tests/host/bench-lib.sh
export KERNEL=6.12
mapfile -t paths < <(paths_since 6.12)
out=out/bench-6.12

price() {
	env -u FB_SILENT PROFILE=1 BENCH='--labs 1 --tuples 2 --rounds 2' scripts/bench >"$dir/said" 2>&1 || {
		cat "$dir/said"
		return 1
	}
}

# shared: eight paths a guest, of all that flowbench has: which ones a kernel lacks is found out in its guest
shared() {
	local all

	all=$(find userspace/data/paths -type f | wc -l)
	(($(compgen -G "$out/part/*/bench.json" | wc -l) == (all + 7) / 8)) &&
		grep -q '^command=' "$out/fingerprint" && [[ -s $out/profile.json && ! -e $out/part/1/profile.record ]]
}

# A path that the kernel is too old for has no point.
joined() {
	jq -r '.points[].path' "$out/bench.json" | sort | diff - <(printf '%s\n' "${paths[@]}" | sort) &&
		jq -e '[.points[] | select(.error != null)] == []' "$out/bench.json" >/dev/null &&
		(($(awk '$2 == "insn" && $12 ~ /^[1-9]/ { split($12, of, "/"); n += of[1] == of[2] } END { print n + 0 }' \
			"$out/table") == ${#paths[@]}))
}

# left_out: paths that this kernel has not got are named, whichever guest they would have been in
left_out() {
	grep -q 'flowtable-ipip: left out, .* 6.19 ' "$dir/said" &&
		grep -q 'flowtable-ip6ip6: left out, .* 7.0 ' "$dir/said"
}

# ratios: a path that replaces another has a ratio, also if the other was priced in another guest
ratios() {
	jq -r '[.points[].path] as $all | .points[] | select(.replaces and (.replaces | IN($all[])) and (.ratio | not)) | .path' \
		"$out/bench.json" | grep . && return 1
	return 0
}

sections() {
	jq -r '.paths[] | select(.sections.other > 0.01 * .per_packet) | "\(.path): \(.sections.other) of \(.per_packet)"' \
		"$out/profile.json" | grep . && return 1
	(($(jq '.paths | length' "$out/profile.json") == ${#paths[@]}))
}

# dropped: the two paths whose own packets end in the driver are named, in both
dropped() {
	local names

	names=$(jq -r '[.points[] | select(.own_by == "xdp") | .path] | join(", ")' "$out/bench.json")
	[[ $names == *flowtable-veth*flowtable-xdp* || $names == *flowtable-xdp*flowtable-veth* ]] &&
		grep -qx "own of $names: of packets that an XDP program drops in the driver instead." "$out/table"
}

ktap_plan 7
check "every path is proved, and every round closes" price
check "eight paths a guest" shared
check "one table, one bench.json" joined
check "what this kernel has not got is named" left_out
check "each path has the ratio to what it replaces" ratios
check "a price of its own that the generator does not have by ingress" dropped
check "other is at most 1 % of each path" sections
ktap_end
