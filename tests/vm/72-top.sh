#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# `flowbench top` shows the fast path's share rise when a flow is offloaded: as lines, as JSON and on a
# terminal (tmux). Its rates add up to the hooks' own counts. It leaves the hooks as it found them.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh

top=userspace/flowbench
dir=$(mktemp -d)
on_exit rm -rf "$dir"

# Makes a flowtable without a rule that adds flows.
flowtable() {
	ip netns exec fb-t-gw nft -f - <<-'NFT'
		table inet fbt {
			flowtable ft {
				hook ingress priority 0
				devices = { c1, s1 }
			}
			chain forward {
				type filter hook forward priority 0; policy accept
			}
		}
	NFT
}

offload() {
	ip netns exec fb-t-gw nft add rule inet fbt forward \
		ct state established meta l4proto tcp flow add @ft
}

# Removes the rule and all offloaded flows: existing flows take the slow path again.
onload() {
	ip netns exec fb-t-gw nft delete table inet fbt
	flowtable
}

# Starts one flow that lasts until flow_ends. It writes 4 KiB some sixty times a second.
flow_begins() {
	ip netns exec fb-t-c iperf3 -c 10.9.2.2 -p 5201 -b 2M -l 4K -t 3000 >/dev/null 2>&1 &
	flow=$!
	on_exit kill "$flow"
	wait_until 20 flows
}

flows() {
	ip netns exec fb-t-s ss -Htn state established 'sport = :5201' | grep -q .
}

flow_ends() {
	kill "$flow" 2>/dev/null || true
	wait "$flow" 2>/dev/null || true
	wait_until 20 no_flows
}

no_flows() {
	! flows
}

states() {
	awk '$3 == "on" { print $1 }' "$FB_DEBUG/hooks"
}

# The hooks that are on must be those that were on before the program ran.
as_found() {
	local now

	now=$(states)
	[[ $now == "$found" ]] || { echo "on: $now"; echo "before: $found"; return 1; }
}

# json FILE NAME: prints the value of this member, which holds no object, of each line
json() {
	sed -n "s/.*\"$2\":\([^,}]*\).*/\1/p" "$1"
}

lines_in() {
	(($(wc -l <"$1") >= $2))
}

# --- as lines -----------------------------------------------------------------------------------

once() {
	userspace/flowbench top --once --interval 0.3 --netns fb-t-gw "$@" >"$dir/once" 2>"$dir/err"
}

says() {
	grep -qE -- "$1" "${2:-$dir/once}" || { cat "${2:-$dir/once}" "$dir/err"; return 1; }
}

slow_lines() {
	once && says '^fast path 0\.0 %: fast 0\.0/s, slow [1-9][0-9.]*/s, passed on [1-9]' &&
		says '^flows: 0 offloaded of [0-9]+ tracked; calls missed: 0$'
}

fast_lines() {
	once && says '^fast path 100\.0 %: fast [1-9][0-9.]*/s, slow 0\.0/s, passed on 0\.0/s$' &&
		says '^flows: 1 offloaded of [0-9]+ tracked' &&
		says '^nf_flow_offload_ip_hook +flow +[0-9.]+ +[0-9]+ +[0-9]+ +[0-9]+ NF_STOLEN 100\.0%$'
}

# Another namespace than the gateway's must have no flows.
here_is_no_flow() {
	userspace/flowbench top --once --interval 0.2 >"$dir/once" 2>"$dir/err" &&
		says '^flows: 0 offloaded of 0 tracked'
}

# The unit must be instructions under icount, else nanoseconds.
unit_is_said() {
	local unit=ns

	! grep -q '^mode=icount' fingerprint || unit=insn
	says "p50 $unit +p99 $unit +max $unit" && says "^# $unit: " && says '^# a hook costs at each call .*outer ones$'
}

quiet_has_no_notes() {
	once -q && ! grep '^#' "$dir/once" && [[ ! -s $dir/err ]]
}

verbose_says_what_is_on() {
	once -v && says 'ip_forward: was on already' "$dir/err" &&
		says 'nf_conntrack_in: switched on' "$dir/err"
}

# A dumb terminal must get lines, and so must a file.
dumb_gets_lines() {
	TERM=dumb userspace/flowbench top --count 2 --interval 0.2 --netns fb-t-gw >"$dir/once" &&
		[[ $(grep -c '^fast path' "$dir/once") == 2 ]] && ! grep -q $'\033' "$dir/once"
}

# --- as JSON ------------------------------------------------------------------------------------

json_once() {
	userspace/flowbench top --once --json --interval 0.2 --netns fb-t-gw >"$dir/one" &&
		[[ $(wc -l <"$dir/one") == 1 ]] &&
		[[ $(json "$dir/one" schema) == '"flowbench.top/1"' ]]
}

# The answer is for the first interval already, and nothing is attached afterwards. A second question is refused.
json_says_why() {
	userspace/flowbench top --once --json --why --interval 0.5 --netns fb-t-gw >"$dir/why" 2>"$dir/err" &&
		[[ $(wc -l <"$dir/why") == 1 ]] && says '"why":\{"schema":"flowbench.why/1",' "$dir/why" &&
		says '"reasons":\[\{"reason":"no-flow-add","packets":[1-9]' "$dir/why" &&
		says '"slow":[1-9]' "$dir/why" && opens "$FB_DEBUG/why" && as_found
}

lines_say_why() {
	once --why && says '^connections: [0-9]+ tracked, 0 offloaded; ' && says '^ +[0-9.]+ +1  no rule with .flow add.' &&
		once && ! grep '^connections: ' "$dir/once"
}

why_is_taken() {
	local pid status=0

	userspace/flowbench why --netns fb-t-gw --watch 100 >"$dir/out" 2>&1 &
	pid=$!
	wait_until 60 test -e "$FB_TRACING/instances/flowbench-why-$pid/events/flowbench/why_gone/enable"
	wait_until 60 refused_to_open
	usage 1 "top: --why: another 'flowbench why' is running" --once --json --why || status=1
	kill "$pid"
	wait "$pid" || true
	return "$status"
}

refused_to_open() {
	! opens "$FB_DEBUG/why"
}

flow_counted() {
	[[ $(json "$dir/rise" offloaded | tail -n 1) == 1 ]]
}

# The rule is added during one recording. The share must be 0 before, and more than 0.9 at the end.
share_rises() {
	local shares flows first last pid

	userspace/flowbench top --json --interval 0.3 --netns fb-t-gw >"$dir/rise" &
	pid=$!
	wait_until 60 lines_in "$dir/rise" 3 || return 1
	offload
	wait_until 60 lines_in "$dir/rise" $(($(wc -l <"$dir/rise") + 4)) || return 1
	# Where counting the flows takes long, they are counted seldom.
	! watches_itself || wait_until 60 flow_counted
	kill -INT "$pid" && wait "$pid" || return 1
	mapfile -t shares < <(json "$dir/rise" fast_share)
	first=${shares[0]} last=${shares[-1]}
	mapfile -t flows < <(json "$dir/rise" offloaded)
	echo "shares: ${shares[*]}, flows: ${flows[*]}"
	[[ $first == 0.0 ]] && awk -v s="$last" 'BEGIN { exit !(s > 0.9) }' || return 1
	[[ ${flows[0]} == 0 && ${flows[-1]} == 1 ]]
}

# calls HOOK: prints the calls in the module's file
calls() {
	awk -v hook="$1" '$1 == hook { print $5 }' "$FB_DEBUG/hooks"
}

# The calls of all intervals must add up to the growth of the counts in the module's file. Each rate times its
# interval must be the interval's number of calls. No packet is on its way when the first interval begins and when
# the last one ends.
sums_are_exact() {
	local hook before=() watched=(ip_forward nf_flow_offload_ip_hook nf_conntrack_in flow_offload_add) i list

	list=$(IFS=,; echo "${watched[*]}")
	for hook in "${watched[@]}"; do before+=("$(calls "$hook")"); done
	userspace/flowbench top --json --interval 0.3 --hooks "$list" >"$dir/sums" &
	wait_until 60 lines_in "$dir/sums" 1 || return 1
	net_send -n 300K || return 1
	wait_until 20 no_flows || return 1
	wait_until 60 lines_in "$dir/sums" $(($(wc -l <"$dir/sums") + 3)) || return 1
	kill -TERM $! && wait $! || return 1
	for i in "${!watched[@]}"; do
		perl -e '
			my ($hook, $grown, $file) = @ARGV;
			my $sum = 0;
			open my $in, "<", $file or die;
			while (<$in>) {
				my ($ns) = /"interval_ns":(\d+)/ or die "no interval\n";
				my ($calls, $rate) = /"name":"\Q$hook\E".*?"calls":(\d+),"per_second":([\d.e+-]+)/
					or die "$hook is not there\n";
				my $product = $rate * $ns / 1e9;
				abs($product - $calls) < 1e-6 or die "$hook: $rate/s in $ns ns are $product, not $calls\n";
				$sum += $calls;
			}
			$sum == $grown && $grown > 0 or die "$hook: $sum in all, the file grew by $grown\n";
		' "${watched[i]}" $(($(calls "${watched[i]}") - before[i])) "$dir/sums" || return 1
	done
}

# If somebody resets the counters, that interval must have no figures, and the next one must have them again.
reset_is_seen() {
	userspace/flowbench top --json --interval 0.3 --hooks ip_forward >"$dir/reset" &
	wait_until 60 lines_in "$dir/reset" 1 || return 1
	write "$FB_DEBUG/reset" 1
	wait_until 60 lines_in "$dir/reset" $(($(wc -l <"$dir/reset") + 3)) || return 1
	kill -TERM $! && wait $! || return 1
	[[ $(grep -c '"reset":true,"calls":null' "$dir/reset") == 1 ]] || { cat "$dir/reset"; return 1; }
	# an underflow of 64 bits would have nineteen digits
	! grep -E '"calls":[0-9]{9}' "$dir/reset"
}

# --- how the program ends --------------------------------------------------------------------------------

# ends_by SIGNAL: without --count a signal must end the program with status 0; it must switch its hooks off
ends_by() {
	local status=0

	userspace/flowbench top --json --interval 60 --hooks all >"$dir/out" 2>"$dir/err" &
	wait_until 60 more_on || { echo "nothing was switched on"; return 1; }
	kill "-$1" $! || return 1
	wait $! || status=$?
	((status == 0)) && as_found
}

more_on() {
	(($(states | wc -l) > 5))
}

# With --count a signal before the last interval must be a failure.
unfinished_is_a_failure() {
	local status=0

	userspace/flowbench top --json --interval 60 --count 2 >"$dir/out" 2>"$dir/err" &
	wait_until 60 more_on || return 1
	kill -TERM $! || return 1
	wait $! || status=$?
	((status == 1)) && says interrupted "$dir/err" && as_found
}

reader_goes() {
	userspace/flowbench top --json --interval 0.2 2>"$dir/err" | head -n 1 >"$dir/out" || true
	lines_in "$dir/out" 1 && [[ ! -s $dir/err ]] && as_found
}

full_disk() {
	local status=0

	userspace/flowbench top --once --interval 0.2 >/dev/full 2>"$dir/err" || status=$?
	((status == 1)) && says '^flowbench: top: standard output: No space left' "$dir/err" &&
		[[ $(wc -l <"$dir/err") == 1 ]] && as_found
}

# usage STATUS PATTERN ARGUMENT…
usage() {
	local status=0

	userspace/flowbench top "${@:3}" >"$dir/out" 2>"$dir/err" </dev/null || status=$?
	((status == $1)) && says "$2" "$dir/err" && [[ $(wc -l <"$dir/err") == 1 ]] && as_found
}

wrong_usage() {
	usage 2 'interval.*0.1 to 60' --interval 0.01 && usage 2 'interval' --interval 61 &&
		usage 2 'interval' --interval x && usage 2 'count' --count 0 &&
		usage 2 "no hook 'moon'" --hooks ip_forward,moon && usage 2 'argument' moon &&
		usage 2 'not both' --once --count 1
}

# Unloads nf_flow_table and the modules that use it. On 5.10 other tests may have loaded those for IPv4 and IPv6.
flowtable_goes() {
	local holder

	for holder in /sys/module/nf_flow_table/holders/*; do
		rmmod "${holder##*/}" 2>/dev/null || true
	done
	rmmod nf_flow_table 2>/dev/null || true
	[[ ! -d /sys/module/nf_flow_table ]]
}

# If a module is loaded while the program runs, its hook must count from then on.
module_comes() {
	onload
	ip netns exec fb-t-gw nft delete table inet fbt
	wait_until 20 flowtable_goes || { lsmod | grep nf_flow_table; return 1; }
	userspace/flowbench top --json --interval 0.3 --hooks nf_flow_offload_ip_hook,ip_forward >"$dir/late" &
	wait_until 60 lines_in "$dir/late" 1 || return 1
	flowtable
	wait_until 60 late_is_on || { tail -n 1 "$dir/late"; kill $!; return 1; }
	kill -TERM $! && wait $! || return 1
	head -n 1 "$dir/late" | grep -q '"name":"nf_flow_offload_ip_hook"[^}]*"state":"unavailable"' && as_found
}

late_is_on() {
	tail -n 1 "$dir/late" | grep -q '"name":"nf_flow_offload_ip_hook"[^}]*"state":"on"'
}

module_goes() {
	local status=0

	userspace/flowbench top --json --interval 0.3 >"$dir/out" 2>"$dir/err" &
	wait_until 60 lines_in "$dir/out" 1 || return 1
	module_unload || return 1
	wait $! || status=$?
	((status == 1)) && says '^flowbench: top: module flowbench is gone$' "$dir/err"
}

without_module() {
	local status=0

	userspace/flowbench top --once >"$dir/out" 2>"$dir/err" || status=$?
	((status == 1)) && says 'module flowbench is not loaded' "$dir/err"
}

no_such_netns() {
	usage 1 'namespace moon' --once --netns moon
}

netns_goes() {
	local status=0

	ip netns add fbt-x
	userspace/flowbench top --json --interval 0.3 --netns fbt-x >"$dir/out" 2>"$dir/err" &
	wait_until 60 lines_in "$dir/out" 1 || return 1
	ip netns del fbt-x
	wait $! || status=$?
	((status == 1)) && says 'network namespace fbt-x' "$dir/err" && as_found
}

# --- on a terminal ------------------------------------------------------------------------------

t() {
	tmux -L fbt "$@"
}

# screen_begins COMMAND: runs the command in a terminal of 80 columns and 24 lines. A shell writes down the
# terminal's settings before and after, and the command's exit status.
screen_begins() {
	cat >"$dir/inside" <<-EOF
		stty -g >$dir/stty.before
		$1
		echo \$? >$dir/status
		stty -g >$dir/stty.after
		exec sleep 1000
	EOF
	rm -f "$dir/status" "$dir"/stty.*
	t -f /dev/null new-session -d -x 80 -y 24 bash "$dir/inside" &&
		on_exit tmux -L fbt kill-server
}

# shows PATTERN: the screen must match within 20 s
shows() {
	wait_until 20 shows_now "$1" || { t capture-pane -p; return 1; }
}

shows_now() {
	t capture-pane -p | grep -qE -- "$1"
}

# ended STATUS: the program must have ended with this status, and restored the terminal and the hooks
ended() {
	wait_until 30 test -s "$dir/stty.after" || { t capture-pane -p; return 1; }
	[[ $(<"$dir/status") == "$1" ]] || { echo "status $(<"$dir/status")"; return 1; }
	cmp "$dir/stty.before" "$dir/stty.after" || return 1
	[[ $(t display-message -p '#{alternate_on} #{cursor_flag}') == '0 1' ]] || return 1
	as_found && t kill-server
}

screen_is_slow() {
	onload
	screen_begins "$top top --interval 0.3 --netns fb-t-gw" &&
		shows '^fast path +0\.0 % +\[-+\]$' && shows '^fast 0\.0/s, slow [1-9]' &&
		shows '^flows: 0 offloaded of '
}

# The panel takes the place of the hooks, and nothing is attached once it is closed.
screen_says_why() {
	t send-keys w && shows '^connections: [0-9]+ tracked, 0 offloaded; ' && shows '^ +packets/s +connections +why not' &&
		shows '^ +[0-9.]+ +1  (no flowtable|device|no rule with .flow add.)' && t send-keys w && shows '^ip_forward +slow' &&
		wait_until 20 opens "$FB_DEBUG/why"
}

opens() {
	{ : <>"$1"; } 2>/dev/null
}

screen_becomes_fast() {
	offload
	shows '^fast path +100\.0 % +\[#+\]$' && shows '^fast [1-9][0-9.]*/s, slow 0\.0/s' &&
		shows '^flows: 1 offloaded of ' &&
		shows '^nf_flow_offload_ip_hook +flow .* STOLEN 100\.0%$'
}

# All lines must fit in the terminal, and the last lines must say what hooks cost.
screen_is_whole() {
	shows '^a hook costs at each call .*outer ones$' && shows '^(insn|ns): .* over$' &&
		[[ $(t capture-pane -p | wc -l) == 24 ]]
}

screen_has_keys() {
	t send-keys s && shows 's sort \(calls/s\)' && t send-keys s s && shows 's sort \(path\)' &&
		t send-keys '?' && shows 'NF_STOLEN of its hooks' && t send-keys '?' &&
		shows '^fast path +100\.0 %' && t send-keys ' ' && shows '^PAUSED'
}

# While paused, two captures must be the same; after the pause the screen must change.
screen_stands_still() {
	local before after

	before=$(t capture-pane -p)
	sleep 0.9 # three intervals, in which the screen must not change
	after=$(t capture-pane -p)
	[[ $before == "$after" ]] && t send-keys ' ' && wait_until 30 differs "$before"
}

differs() {
	[[ $1 != "$(t capture-pane -p)" ]]
}

screen_follows_its_size() {
	t resize-window -x 120 -y 40 && shows 'nf_flow_offload_ip_hook .* NF_STOLEN 100\.0%' &&
		t resize-window -x 60 -y 12 && shows '^hooks 1 to 3 of 10' && t send-keys Down &&
		shows '^hooks 2 to 4 of 10' && t resize-window -x 10 -y 3 &&
		t resize-window -x 80 -y 24 && shows '^xfrm_input'
}

screen_ends_by_key() {
	t send-keys q && ended 0
}

# screen_ends_by C-c|SIGNAL: ends the program by the key or by a signal
screen_ends_by() {
	screen_begins "$top top --interval 60 --hooks ip_forward,ip6_forward" &&
		shows 'first interval is not over' || return 1
	if [[ $1 == C-c ]]; then
		t send-keys C-c
	else
		kill "-$1" "$(pgrep -f "^$top top")"
	fi
	ended 0
}

screen_says_it_after() {
	screen_begins "$top top --interval 0.3" && shows '^fast path' && module_unload &&
		shows '^flowbench: top: module flowbench is gone$' || return 1
	module_load
	write "$FB_DEBUG/hooks" +ip_forward
	ended 1
}

# colours yes|no COMMAND: the screen must have green or red, or must not
colours() {
	local seen=no

	screen_begins "$2" && shows '^fast path +100' || return 1
	! t capture-pane -pe | grep -qE $'\033\\[([0-9;]*;)?3[12]m' || seen=yes
	t send-keys q && ended 0 && [[ $seen == "$1" ]]
}

no_terminal_no_picture() {
	screen_begins "TERM=dumb $top top --interval 0.3 --count 1" && shows '^# a hook costs' && ended 0 &&
		screen_begins "TERM=nonsense $top top --interval 0.3 --count 1" && shows '^# a hook costs' &&
		ended 0
}

ktap_plan 45
log_mark 72-top
for module in nf_flow_table nf_flow_table_inet nft_flow_offload nf_conntrack nf_conntrack_netlink; do
	modprobe -q "$module" || true
done
on_exit module_unload
module_load
net_up
flowtable
net_server
# One hook is on before the program runs, and must stay on.
write "$FB_DEBUG/hooks" +ip_forward
found=$(states)

flow_begins
check "lines: a flow on the slow path" slow_lines
check "lines: the unit and the cost of a hook are named" unit_is_said
check "JSON: --why says why the flow is slow, and detaches" json_says_why
check "lines: --why as well, and only then" lines_say_why
check "--why beside another question is refused" why_is_taken
check "JSON: the share rises with the flow's offload" share_rises
check "lines: the flow on the fast path" fast_lines
check "lines: only flows of the namespace are counted" here_is_no_flow
check "lines: -q has no notes" quiet_has_no_notes
check "lines: -v says which hooks are on" verbose_says_what_is_on
check "lines: they are printed to a file and to a dumb terminal" dumb_gets_lines
check "JSON: --once prints one object" json_once
check "terminal: a flow on the slow path" screen_is_slow
check "terminal: w says why the flow is slow" screen_says_why
check "terminal: the share rises with its offload" screen_becomes_fast
check "terminal: the unit and the cost of a hook fit in 24 lines" screen_is_whole
check "terminal: keys sort, show help and pause" screen_has_keys
check "terminal: nothing changes during a pause" screen_stands_still
check "terminal: the screen follows the terminal's size" screen_follows_its_size
check "terminal: q ends the program and restores terminal and hooks" screen_ends_by_key
check "terminal: there are colours" colours yes "$top top --interval 0.3"
check "terminal: NO_COLOR turns colours off" colours no "NO_COLOR=1 $top top --interval 0.3"
check "terminal: an empty NO_COLOR does not" colours yes "NO_COLOR= $top top --interval 0.3"
check "terminal: ^C ends the program and restores terminal and hooks" screen_ends_by C-c
check "terminal: SIGTERM does so, too" screen_ends_by TERM
check "terminal: SIGHUP does so, too" screen_ends_by HUP
check "terminal: a dumb and an unknown terminal get lines" no_terminal_no_picture
check "SIGINT: the hooks are restored" ends_by INT
check "SIGTERM: the hooks are restored" ends_by TERM
check "SIGHUP: the hooks are restored" ends_by HUP
check "a signal before --count is over is a failure" unfinished_is_a_failure
check "the reader of the pipe goes: the hooks are restored" reader_goes
check "a full disk is a failure" full_disk
check "a reset by somebody else is reported" reset_is_seen
check "wrong usage gets a message" wrong_usage
check "an unknown namespace gets a message" no_such_netns
check "a namespace that is removed during the run gets a message" netns_goes
flow_ends
check "the sums are the counts of the hooks' file" sums_are_exact
check "the hooks are still as they were" as_found
check "a hook counts when its module is loaded later" module_comes
flow_begins
check "terminal: an error is printed after the terminal is restored" screen_says_it_after
check "unloading the module gives a message and status 1" module_goes
check "without the module there is a message and status 1" without_module
flow_ends
refuse "no flowbench process is left" pgrep -x flowbench
check "kernel log is clean" log_clean
ktap_end
