# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The output and the exit status of `flowbench diff`, on the documented traces, and on traces of 100,000 calls.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
recorded=userspace/data/documented/flowtable-esp-gateway
flowbench=userspace/flowbench

make -s userspace >/dev/null || exit 1
# p8 with three changes: nf_flow_offload_ip_hook is removed, but its callees stay; xfrm_output has another name; a new
# call stands near the beginning.
mkdir "$dir/run" "$dir/other" "$dir/empty"
cp "$recorded"/p1.txt "$recorded"/p8.txt "$dir/run/"
cp "$recorded"/p2?.txt "$dir/other/"
awk '
/ nf_flow_offload_ip_hook / && !seen++ { match($0, /^ */); hook = RLENGTH + 1; next }
hook { match($0, /^ */); if (RLENGTH < hook) hook = 0; else sub(/^  /, "") }
{ sub(/ xfrm_output /, " xfrm_renamed_output "); print }
/^napi_complete_done / { print "  new_call 1" }' "$recorded/p8.txt" >"$dir/p8.changed.txt"
sed 's/= 0x[0-9a-f]*$//; s/ [0-9]*$/ 1/' "$recorded/p8.txt" >"$dir/p8.times.txt"
printf 'renamed xfrm_output -> xfrm_renamed_output : for this test\n' >"$dir/names"
calls=$(grep -vc '^#' "$recorded/p8.txt")

# packets FILE VARIANT: 5,000 packets of 20 calls, of 4 kinds. VARIANT 1 lacks each 50th packet, 2 has one more layer
# around each packet, 3 has no function in common, 4 is other packets of the same functions.
packets() {
	awk -v variant="$2" '
	BEGIN {
		print "# flowbench.calls/1"
		pad = "                    "
		for (i = 0; i < 5000; i++) {
			if (variant == 1 && i % 50 == 7) continue
			name = variant == 3 ? "g" : "f"
			print name "receive 1"
			last = 1 + (variant == 2)
			if (last == 2) print "  flayer 1"
			least = last + 1
			kind = variant == 4 ? int(i * i / 7) % 97 : i % 4
			for (k = 1; k < 20; k++) {
				depth = least + (k * (kind + 3)) % 5
				if (depth > last + 1) depth = last + 1
				print substr(pad, 1, 2 * depth - 2) name (k * (kind + 1)) % 37 " 1"
				last = depth
			}
		}
	}' >"$1"
}
# bounded STATUS ARG...: the command ends with this status within 5 s of a processor and 200 MB.
bounded() {
	local status=$1

	shift
	(ulimit -t 5 -v 204800 && ends "$status" "$flowbench" diff "$@")
}
for variant in 0 1 2 3 4; do packets "$dir/large$variant" "$variant"; done
large=$dir/large0

ktap_plan 32
check "a recording equals itself" ends 0 $flowbench diff "$recorded" "$recorded"
check "other times are no difference" ends 0 $flowbench diff "$recorded/p8.txt" "$dir/p8.times.txt"
check "a changed trace is different" ends 1 $flowbench diff --aliases "$dir/names" \
	"$recorded/p8.txt" "$dir/p8.changed.txt"
check "one layer is removed" says '^- +1  nf_flow_offload_ip_hook < nf_hook_slow$'
check "one call is new" says '^\+ +1  new_call < napi_complete_done$'
check "one call has another name" says '^~ +1  xfrm_output -> xfrm_renamed_output < '
check "all others are the same" says "^p8 +$calls +$calls +$((calls - 2)) +1 +0 +1 +0 +1 +0\$"
check "without the alias table there is no rename" ends 1 $flowbench diff --aliases /dev/null \
	"$recorded/p8.txt" "$dir/p8.changed.txt"
check "but one call more removed, and one more added" says "^p8 +$calls +$calls +$((calls - 2)) +0 +0 +2 +0 +2 +0\$"
check "side by side" ends 1 $flowbench diff --tree --aliases "$dir/names" "$recorded/p8.txt" \
	"$dir/p8.changed.txt"
check "with the names of both sides" says 'xfrm_output +renamed +xfrm_renamed_output'
check "as JSON" ends 1 $flowbench diff --json "$recorded" "$dir/run"
check "with phases that only one side has" bash -c "grep -c '\"only_in\": \"a\"' $dir/said | grep -qx 5"
check "no such recording" ends 2 $flowbench diff "$recorded" "$dir/none"
check "a folder without traces" ends 2 $flowbench diff "$recorded" "$dir/empty"
check "no such phase" ends 2 $flowbench diff --phase p9 "$recorded" "$recorded"
check "no phase in common" ends 2 $flowbench diff "$dir/run" "$dir/other"
check "which the message says" says "in common"
check "100,000 calls equal themselves" bounded 0 "$large" "$large"
check "100 of 5,000 packets are missing" bounded 1 "$large" "$dir/large1"
check "and nothing else" says '^p1 +100000 +98000 +98000 +0 +0 +2000 +0 +0 +0$'
check "a layer around each packet is new" bounded 1 "$large" "$dir/large2"
check "and all calls are mapped" says '^p1 +100000 +105000 +100000 +0 +0 +0 +0 +5000 +0$'
check "two traces that have nothing in common" bounded 1 "$large" "$dir/large3"
check "are removed and added" says '^p1 +100000 +100000 +0 +0 +0 +100000 +0 +100000 +0$'
check "two traces of the same functions" bounded 1 "$large" "$dir/large4"
check "the output says how many calls may be the same" says \
	'^p1: too large .* up to [0-9]+ more calls'
check "and so does JSON" bounded 1 --json "$large" "$dir/large4"
check "by a number" says '"unproven": [1-9]'
check "--root cuts out one function" ends 1 $flowbench diff --root __xfrm4_output "$recorded/p8.txt" \
	"$dir/p8.changed.txt"
check "and what is outside does not count" says '^p8 +[0-9]+ +[0-9]+ +[0-9]+ +0 +0 +1 +0 +1 +0$'
check "which must be there" ends 2 $flowbench diff --root no_such_call "$large" "$large"
ktap_end
