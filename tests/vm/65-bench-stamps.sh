#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The tag of a packet tells nobody where kernel memory lies. A local socket may read the hardware timestamp of a packet
# that it receives, which is where the tag lies, without any right.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 4
log_mark 65-bench-stamps
on_exit module_unload
module_load
bench_up
dir=$(mktemp -d)
on_exit rm -rf "$dir"

socket_pid=
socket_ends() {
	[[ -n $socket_pid ]] || return 0
	kill "$socket_pid"
	wait "$socket_pid" || true
	socket_pid=
}
on_exit socket_ends

stamps_came() {
	(($(wc -l <"$dir/stamps") > 100))
}

# listened: a round of 100 packets to a socket of the gateway, whose process has no right at all
listened() {
	local status=0

	nsenter --net=/run/netns/fbb-gw setpriv --reuid=65534 --regid=65534 --clear-groups \
		perl tests/vm/stamps.pl 9000 >"$dir/stamps" &
	socket_pid=$!
	wait_until 20 grep -q listens "$dir/stamps" && round arrived 0 dropped 0 && wait_until 20 stamps_came ||
		status=1
	socket_ends
	return "$status"
}

# no_address: no stamp is an address of the kernel, whose first 7 bits are all ones with page tables of five levels. Nor
# is one by exclusive or with "flowbenc" and the number of a run, of 4096 runs.
no_address() {
	perl -ne 'next unless /^([0-9a-f]{16})$/;
		my $stamp = hex($1);
		for my $key (0, map { 0x666c6f7762656e63 + $_ } 0 .. 4096) {
			next if ($stamp ^ $key) >> 57 != 0x7f;
			printf("%016x is %016x\n", $stamp, $stamp ^ $key);
			exit(1);
		}' "$dir/stamps"
}

conf dst=10.0.1.1 dport=9000 packets=100
check "a socket receives a round's packets, and asks for their stamps" listened
check "no stamp gives an address of the kernel" no_address
conf reset dev=in0 sink=out0
check "the next round closes" round arrived 1000 kept 0
check "kernel log is clean" log_clean
ktap_end
