#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# LONG
#
# `flowbench top`: the fast path's share rises when a flow is offloaded, as lines, as JSON and on a
# terminal (tmux); its rates add up to the hooks' own counts; and hooks are left as they were found.
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

# A flowtable into which nothing is put yet.
flowtable() {
	ip netns exec fbt-gw nft -f - <<-'NFT'
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
	ip netns exec fbt-gw nft add rule inet fbt forward \
		ct state established meta l4proto tcp flow add @ft
}

# No flow is offloaded any more, and none will be: what goes on is slow again.
onload() {
	ip netns exec fbt-gw nft delete table inet fbt
	flowtable
}

# One flow that goes on until flow_ends, a small write some sixty times a second.
flow_begins() {
	ip netns exec fbt-c iperf3 -c 10.9.2.2 -p 5201 -b 2M -l 4K -t 3000 >/dev/null 2>&1 &
	flow=$!
	on_exit kill "$flow"
	wait_until 20 flows
}

flows() {
	ip netns exec fbt-s ss -Htn state established 'sport = :5201' | grep -q .
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

# all that is on now is what was on before it
as_found() {
	local now

	now=$(states)
	[[ $now == "$found" ]] || { echo "on: $now"; echo "before: $found"; return 1; }
}

# json FILE NAME: the value of a plain member of each line
json() {
	sed -n "s/.*\"$2\":\([^,}]*\).*/\1/p" "$1"
}

lines_in() {
	(($(wc -l <"$1") >= $2))
}

# --- as lines -----------------------------------------------------------------------------------

once() {
	userspace/flowbench top --once --interval 0.5 --netns fbt-gw "$@" >"$dir/once" 2>"$dir/err"
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

# Of another namespace than the gateway's there are no flows.
here_is_no_flow() {
	userspace/flowbench top --once --interval 0.2 >"$dir/once" 2>"$dir/err" &&
		says '^flows: 0 offloaded of 0 tracked'
}

# The unit is that of the machine that this runs on.
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

# A terminal that can do nothing gets lines as well; so does a file.
dumb_gets_lines() {
	TERM=dumb userspace/flowbench top --count 2 --interval 0.2 --netns fbt-gw >"$dir/once" &&
		[[ $(grep -c '^fast path' "$dir/once") == 2 ]] && ! grep -q $'\033' "$dir/once"
}

# --- as JSON ------------------------------------------------------------------------------------

json_once() {
	userspace/flowbench top --once --json --interval 0.2 --netns fbt-gw >"$dir/one" &&
		[[ $(wc -l <"$dir/one") == 1 ]] &&
		[[ $(json "$dir/one" schema) == '"flowbench.top/1"' ]]
}

# In one recording, while the rule comes: 0 before, more than the half after.
share_rises() {
	local shares first last

	userspace/flowbench top --json --interval 0.5 --netns fbt-gw >"$dir/rise" &
	wait_until 60 lines_in "$dir/rise" 3 || return 1
	offload
	wait_until 60 lines_in "$dir/rise" $(($(wc -l <"$dir/rise") + 4)) || return 1
	kill -INT $! && wait $! || return 1
	mapfile -t shares < <(json "$dir/rise" fast_share)
	first=${shares[0]} last=${shares[-1]}
	echo "shares: ${shares[*]}"
	[[ $first == 0.0 ]] && awk -v s="$last" 'BEGIN { exit !(s > 0.9) }' || return 1
	[[ $(json "$dir/rise" offloaded | head -n 1) == 0 ]] &&
		[[ $(json "$dir/rise" offloaded | tail -n 1) == 1 ]]
}

# calls HOOK: as the module's file says
calls() {
	awk -v hook="$1" '$1 == hook { print $5 }' "$FB_DEBUG/hooks"
}

# What was counted in all intervals is what the files have grown by; each rate times its interval is a
# whole number of calls. Nothing is on its way when the first begins and when the last ends.
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

# Counters that somebody sets back give no figures in that interval, and go on in the next.
reset_is_seen() {
	userspace/flowbench top --json --interval 0.5 --hooks ip_forward >"$dir/reset" &
	wait_until 60 lines_in "$dir/reset" 1 || return 1
	write "$FB_DEBUG/reset" 1
	wait_until 60 lines_in "$dir/reset" $(($(wc -l <"$dir/reset") + 3)) || return 1
	kill -TERM $! && wait $! || return 1
	[[ $(grep -c '"reset":true,"calls":null' "$dir/reset") == 1 ]] || { cat "$dir/reset"; return 1; }
	# 64 bits less some would have nineteen digits
	! grep -E '"calls":[0-9]{9}' "$dir/reset"
}

# --- how it ends --------------------------------------------------------------------------------

# ends_by SIGNAL: without a number of intervals that is its end; hooks go off
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

# With one, it is not done.
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
	((status == 1)) && says '^flowbench: standard output: No space left' "$dir/err" &&
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

# With all that hold it: 5.10 has modules for IPv4 and IPv6 too, which other tests may have loaded.
flowtable_goes() {
	local holder

	for holder in /sys/module/nf_flow_table/holders/*; do
		rmmod "${holder##*/}" 2>/dev/null || true
	done
	rmmod nf_flow_table 2>/dev/null || true
	[[ ! -d /sys/module/nf_flow_table ]]
}

# A hook of a module that comes while it runs counts from then on.
module_comes() {
	onload
	ip netns exec fbt-gw nft delete table inet fbt
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
	((status == 1)) && says '^flowbench: module flowbench is gone$' "$dir/err"
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

# screen_begins COMMAND: in a terminal of 80 columns and 24 lines, run by a shell that notes how it found the
# terminal, how it got it back, and the command's exit status
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

# shows PATTERN: the screen does, now or soon
shows() {
	wait_until 20 shows_now "$1" || { t capture-pane -p; return 1; }
}

shows_now() {
	t capture-pane -p | grep -qE -- "$1"
}

# ended STATUS: the terminal is as it was, and so are the hooks
ended() {
	wait_until 30 test -s "$dir/stty.after" || { t capture-pane -p; return 1; }
	[[ $(<"$dir/status") == "$1" ]] || { echo "status $(<"$dir/status")"; return 1; }
	cmp "$dir/stty.before" "$dir/stty.after" || return 1
	[[ $(t display-message -p '#{alternate_on} #{cursor_flag}') == '0 1' ]] || return 1
	as_found && t kill-server
}

screen_is_slow() {
	onload
	screen_begins "$top top --interval 0.5 --netns fbt-gw" &&
		shows '^fast path +0\.0 % +\[-+\]$' && shows '^fast 0\.0/s, slow [1-9]' &&
		shows '^flows: 0 offloaded of '
}

screen_becomes_fast() {
	offload
	shows '^fast path +100\.0 % +\[#+\]$' && shows '^fast [1-9][0-9.]*/s, slow 0\.0/s' &&
		shows '^flows: 1 offloaded of ' &&
		shows '^nf_flow_offload_ip_hook +flow .* STOLEN 100\.0%$'
}

# Each line is within the terminal, and the foot says what hooks cost.
screen_is_whole() {
	shows '^a hook costs at each call .*outer ones$' && shows '^(insn|ns): .* over$' &&
		[[ $(t capture-pane -p | wc -l) == 24 ]]
}

screen_has_keys() {
	t send-keys s && shows 's sort \(calls/s\)' && t send-keys s s && shows 's sort \(path\)' &&
		t send-keys '?' && shows 'NF_STOLEN of its hooks' && t send-keys '?' &&
		shows '^fast path +100\.0 %' && t send-keys ' ' && shows '^PAUSED'
}

# Paused: two looks a second apart are the same; then it goes on.
screen_stands_still() {
	local before after

	before=$(t capture-pane -p)
	sleep 1.5 # three intervals, in which nothing may happen
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

# The keyboard's ^C, and the signals of others.
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
		shows '^flowbench: module flowbench is gone$' || return 1
	module_load
	write "$FB_DEBUG/hooks" +ip_forward
	ended 1
}

# colours WANTED COMMAND: whether green or red is on the screen
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

ktap_plan 41
log_mark 72-top
for module in nf_flow_table nf_flow_table_inet nft_flow_offload nf_conntrack nf_conntrack_netlink; do
	modprobe -q "$module" || true
done
on_exit module_unload
module_load
net_up
flowtable
net_server
# One is on before, and stays so.
write "$FB_DEBUG/hooks" +ip_forward
found=$(states)

flow_begins
check "lines: a flow on the slow path" slow_lines
check "lines: the unit and the cost are said" unit_is_said
check "JSON: the share rises with the flow's offload" share_rises
check "lines: the flow on the fast path" fast_lines
check "lines: flows are those of the namespace" here_is_no_flow
check "lines: -q has no notes" quiet_has_no_notes
check "lines: -v says which hooks are on" verbose_says_what_is_on
check "lines: without a terminal, or with a dumb one" dumb_gets_lines
check "JSON: --once is one object" json_once
check "terminal: a flow on the slow path" screen_is_slow
check "terminal: the share rises with its offload" screen_becomes_fast
check "terminal: unit and cost, in 24 lines" screen_is_whole
check "terminal: keys" screen_has_keys
check "terminal: a pause is one" screen_stands_still
check "terminal: of another size" screen_follows_its_size
check "terminal: q ends it, all is as before" screen_ends_by_key
check "terminal: colours" colours yes "$top top --interval 0.3"
check "terminal: NO_COLOR" colours no "NO_COLOR=1 $top top --interval 0.3"
check "terminal: an empty NO_COLOR is none" colours yes "NO_COLOR= $top top --interval 0.3"
check "terminal: ^C" screen_ends_by C-c
check "terminal: SIGTERM" screen_ends_by TERM
check "terminal: SIGHUP" screen_ends_by HUP
check "terminal: dumb and unknown ones get lines" no_terminal_no_picture
check "SIGINT: hooks as they were" ends_by INT
check "SIGTERM: hooks as they were" ends_by TERM
check "SIGHUP: hooks as they were" ends_by HUP
check "a signal before --count is over is a failure" unfinished_is_a_failure
check "the reader goes: hooks as they were" reader_goes
check "a full disk is a failure" full_disk
check "a reset by others is seen" reset_is_seen
check "wrong usage is named" wrong_usage
check "a namespace that is not there" no_such_netns
check "one that goes" netns_goes
flow_ends
check "sums are those of the hooks' file" sums_are_exact
check "hooks are still as they were" as_found
check "a hook's module comes later" module_comes
flow_begins
check "terminal: what is wrong is said when it is back" screen_says_it_after
check "the module goes: a message and status 1" module_goes
check "without the module" without_module
flow_ends
refuse "none is left running" pgrep -x flowbench
check "kernel log is clean" log_clean
ktap_end
