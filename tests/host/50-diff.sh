# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The output and the exit status of `flowbench diff`, on the documented traces.
#
# needs: userspace
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

ktap_plan 18
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
check "which the message says" says "have no phase in common"
ktap_end
