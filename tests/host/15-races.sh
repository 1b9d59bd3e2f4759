# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Which data races (KCSAN) of a kernel's log are a complaint: those in which a module of ours has a part.
set -uo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../vm/lib.sh"

cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 1
dir=$(mktemp -d)
on_exit rm -rf "$dir"

# race FUNCTION [LINE]: as the kernel reports one, with LINE in between
race() {
	cat <<-EOF
		[  804.162375] ==================================================================
		[  804.162376] BUG: KCSAN: data-race in $1 / pollwake
		[  804.162377]
		[  804.162378] write to 0xffffc90000b3fb10 of 4 bytes by task 512 on cpu 1:
		[  804.162379]  pollwake+0x5e/0xb0
		${2:-[  804.162379]  __wake_up_common+0x9a/0x110}
		[  804.162380] read to 0xffffc90000b3fb10 of 4 bytes by task 498 on cpu 0:
		[  804.162381]  $1
		[  804.162382] Reported by Kernel Concurrency Sanitizer on:
		[  804.162383] ==================================================================
	EOF
}

# left WANTED LOG: what is left of a log
left() {
	local said

	said=$(own_races "$dir/others" <<<"$2")
	[[ $said == "$1" ]] || { echo "$said"; return 1; }
}

others() {
	[[ $(<"$dir/others") == "# $1 data races in which no module of ours has a part" ]]
}

line='[  803.000000] flowbench-check taken-esp4-17'
rule='[  804.162375] =================================================================='
alone=$(race 'poll_schedule_timeout.constprop.0+0x50/0x90')
ours=$(race 'fb_sink_xmit+0x50/0x90 [flowbench]')
planted=$(race 'count+0x20/0x60 [planted]')
warned=$(race 'poll_freewait+0x50/0x90' '[  804.162379] WARNING: CPU: 1 PID: 3 at net/core/dev.c:1 netif_rx+0x1/0x2')

ktap_plan 8
check "a log without any is as it was" left "$line"$'\n'"$rule" "$line"$'\n'"$rule"
check "those of the kernel's own are none" left "$line"$'\n'"$rule"$'\n'"$rule"$'\n'"$line" \
	"$line"$'\n'"$alone"$'\n'"$alone"$'\n'"$line"
check "they are counted" others 2
check "one of the module's is left" left "$ours" "$ours"
check "one of the planted bug's, too" left "$planted" "$planted"
check "and none that comes behind another's" left "$rule"$'\n'"$ours" "$alone"$'\n'"$ours"
check "nothing else is lost in one" left "$warned" "$warned"
check "one that is cut short is left" left "$(head -n 4 <<<"$alone")" "$(head -n 4 <<<"$alone")"
ktap_end
