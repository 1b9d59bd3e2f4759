# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Of the data races (KCSAN) in a kernel log only those count in which a module of ours takes part.
set -uo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../vm/lib.sh"

scratch

# race FUNCTION [LINE…]: prints a race as the kernel reports it, with these LINEs in between
race() {
	local name=$1
	shift

	cat <<-EOF
		[  804.162375] ==================================================================
		[  804.162376] BUG: KCSAN: data-race in $name / pollwake
		[  804.162377]
		[  804.162378] write to 0xffffc90000b3fb10 of 4 bytes by task 512 on cpu 1:
		[  804.162379]  pollwake+0x5e/0xb0
		$(printf '%s\n' "${@:-[  804.162379]  __wake_up_common+0x9a/0x110}")
		[  804.162380] read to 0xffffc90000b3fb10 of 4 bytes by task 498 on cpu 0:
		[  804.162381]  $name
		[  804.162382] Reported by Kernel Concurrency Sanitizer on:
		[  804.162383] ==================================================================
	EOF
}

# left WANTED LOG: own_races leaves WANTED of LOG
left() {
	local said

	said=$(own_races "$dir/others" <<<"$2")
	[[ $said == "$1" ]] || { echo "$said"; return 1; }
}

others() {
	[[ $(<"$dir/others") == "# $1 data races in which none of our modules has a part" ]]
}

line='[  803.000000] flowbench-check taken-esp4-17'
rule='[  804.162375] =================================================================='
alone=$(race 'poll_schedule_timeout.constprop.0+0x50/0x90')
ours=$(race 'fb_sink_xmit+0x50/0x90 [flowbench]')
planted=$(race 'count+0x20/0x60 [planted]')
warned=$(race 'poll_freewait+0x50/0x90' '[  804.162379] WARNING: CPU: 1 PID: 3 at net/core/dev.c:1 netif_rx+0x1/0x2')

# below FUNCTION…: a race whose first access has these callers, the innermost first
below() {
	race 'ktime_get_real_seconds+0x16/0x40' "${@/#/[  804.162379]  }"
}

round='fb_generator_round+0x1c2/0x650 [flowbench]'
handed=$(for entry in netif_receive_skb netif_receive_skb_list napi_gro_receive; do
	below 'xfrm_output_one+0x2f4/0x900' "$entry+0x5a/0x150" "$round"
done)
interrupted=$(below 'sysvec_apic_timer_interrupt+0x6e/0x90' 'asm_sysvec_apic_timer_interrupt+0x1a/0x20' "$round")
softirq=$(below 'net_rx_action+0x2f4/0x590' 'handle_softirqs+0xc5/0x2c0' "$round")
called=$(below 'memcpy+0x16/0x40' "$round")
sunk=$(below 'fb_sink_xmit+0x50/0x90 [flowbench]' 'netif_receive_skb+0x5a/0x150' "$round")
read_by_ours=$(race 'fb_pool_fill+0x50/0x90 [flowbench]' '[  804.162379]  netif_receive_skb+0x5a/0x150')

ktap_plan 14
check "a log without races is not changed" left "$line"$'\n'"$rule" "$line"$'\n'"$rule"
check "races of the kernel alone are removed" left "$line"$'\n'"$rule"$'\n'"$rule"$'\n'"$line" \
	"$line"$'\n'"$alone"$'\n'"$alone"$'\n'"$line"
check "and counted" others 2
check "a race in the module stays" left "$ours" "$ours"
check "a race in the planted bug stays" left "$planted" "$planted"
check "a race in the module after a race of the kernel stays" left "$rule"$'\n'"$ours" "$alone"$'\n'"$ours"
check "another warning inside a race stays" left "$warned" "$warned"
check "a race below an entry function for packets is the kernel's, for each entry function" \
	left "$rule"$'\n'"$rule"$'\n'"$rule"$'\n'"$line" "$handed"$'\n'"$line"
check "a race in an interrupt during the module's code is the kernel's" left "$rule"$'\n'"$line" "$interrupted"$'\n'"$line"
check "a race in a softirq during the module's code is the kernel's" left "$rule"$'\n'"$line" "$softirq"$'\n'"$line"
check "a race in a function that the module calls stays" left "$called" "$called"
check "a race in the sink, below an entry function, stays" left "$sunk" "$sunk"
check "a race whose second access is the module's stays" left "$read_by_ours" "$read_by_ours"
check "a race that is cut off stays" left "$(head -n 4 <<<"$alone")" "$(head -n 4 <<<"$alone")"
ktap_end
