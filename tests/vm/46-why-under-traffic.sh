#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The file "why" is switched on and off under traffic on two CPUs, while flows come and go, rules are traced, the
# probed functions are hooked as well, and their module is unloaded and loaded.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh

ktap_plan 8
log_mark 46-why-under-traffic
for module in nf_flow_table nf_flow_table_inet nft_flow_offload; do
	modprobe -q "$module" || true
done
on_exit module_unload
module_load
net_up
net_flowtable
net_server
events=$FB_TRACING/events/flowbench
on_exit write "$events/enable" 0

# session TIMES WORD…: opens the file, writes "on WORD…", reads, closes it, by turns with and without "off"
session() {
	# shellcheck disable=SC2016 # perl's variables
	nsenter --net=/run/netns/fb-t-gw perl -e 'my ($file, $times, @words) = @ARGV;
		for my $i (1 .. $times) {
			open(my $f, "+<", $file) or die "open: $!\n";
			defined(syswrite($f, "on @words\n")) or die "on: $!\n";
			select(undef, undef, undef, 0.02 * ($i % 5));
			sysread($f, my $text, 65536) or die "read: $!\n";
			$text =~ /^dev=c1 .*^missed=/ms or die "it says $text\n";
			$i % 2 or defined(syswrite($f, "off\n")) or die "off: $!\n";
			close($f);
		}' "$FB_DEBUG/why" "$@"
}

# Ends the flows again and again.
flows_end() {
	while :; do
		ip netns exec fb-t-gw nft delete table inet fbt
		modprobe -r nft_flow_offload || true
		net_flowtable
	done
}

devices_change() {
	while :; do
		ip -n fb-t-gw link add late0 type veth peer name late1
		ip -n fb-t-gw link del late0
	done
}

hooks_too() {
	local hook

	for hook in nft_flow_offload_eval flow_offload_add flow_offload_teardown; do
		write "$FB_DEBUG/hooks" "+$hook" || return 1
	done
	session 5 rate=1000 && write "$FB_DEBUG/hooks" -all
}

nothing_left() {
	[[ $(</sys/module/flowbench/refcnt) == 0 ]] && ! grep -E 'offload_(eval|add|teardown|del)' /sys/kernel/debug/kprobes/list
}

# Longer than the test takes on a busy machine.
NET_SEND_SECONDS=660 net_send -t 600 -b 20M -P 4 &
sender=$!
on_exit kill "$sender"
write "$events/enable" 1
check "it is switched under traffic, with all events" session 20 rate=100000
check "it is switched with rules traced" session 5 rules
check "it is switched while the probed functions are hooked" hooks_too
flows_end >/dev/null 2>&1 &
ends=$!
on_exit kill "$ends"
devices_change >/dev/null 2>&1 &
changes=$!
on_exit kill "$changes"
check "it is switched while flows, modules and devices come and go" session 20 rate=1000
kill "$ends" "$changes"
wait "$ends" "$changes" || true
check "nothing is left attached" nothing_left
check "the traffic goes on" kill -0 "$sender"
check "the module unloads" module_unload
check "kernel log is clean" log_clean
ktap_end
