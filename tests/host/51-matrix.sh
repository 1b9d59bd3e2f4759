# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# `flowbench matrix` on runs that are made of the documented trace: every kind of line of its table, and what makes it
# fail. A reason that is not true for a kernel is such a failure.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
documented=userspace/data/documented/sockmap-redirect/p1.txt
calls=$(grep -vc '^#' "$documented")

# run KERNEL RELEASE HOLDS [SED…]: a run whose trace is the documented one, changed by sed
run() {
	local at=$dir/m/$1/sockmap-redirect

	rm -rf "$dir/m/$1"
	mkdir -p "$at/sockmap-redirect"
	sed "s/^# kernel=.*/# kernel=$2/; ${4:-}" "$documented" >"$at/sockmap-redirect/p1.trace"
	sed -n 's/^ *\([a-z_0-9]*\) .*/\1/p' "$documented" | sort -u >"$at/functions"
	cat >"$at/results.json" <<-END
		{"schema": "flowbench.results/1", "scenario": "sockmap-redirect", "documented": "sockmap-redirect",
		 "lab": {"nic": "veth"}, "fingerprint": {"kernel": "$2"},
		 "phases": [{"name": "p1", "label": "", "path": "local", "packet": "none",
		   "trace": "sockmap-redirect/p1.trace", "sha256": "$(printf '%064d' 0)", "root": "a", "lines": 1, "cut": 0,
		   "expect": [{"chain": "a", "refuse": false, "holds": $3}, {"chain": "b", "refuse": false, "holds": true}]}]}
	END
}

# reason KERNEL failed|skipped TEXT: replaces the run by a line that says why there is none
reason() {
	rm -rf "$dir/m/$1"
	mkdir -p "$dir/m/$1/sockmap-redirect"
	printf '%s\n' "$3" >"$dir/m/$1/sockmap-redirect/$2"
}

# matrix STATUS [ALIASES]: flowbench matrix ends with STATUS when it is given these reasons
matrix() {
	printf '%s\n' "${2:-}" >"$dir/aliases"
	ends "$1" userspace/flowbench matrix --aliases "$dir/aliases" --json "$dir/json" "$dir/m"
}

make -s userspace >/dev/null || exit 1
ktap_plan 22
run 6.1 6.1.5 true
run 6.12 6.12.5 true
check "two kernels that reproduce all calls" matrix 0
check "each kernel has a line" says "^p1 +6\.12 +$calls +$calls +0 +0 +0 +0 +0 +0 +0 +100\.0% +100\.0% +2/2\$"
check "the older kernel comes first" bash -c "grep -n '^p1 ' $dir/said | sed -n 1p | grep -q ' 6\\.1 '"
check "the JSON names its schema" grep -q '"schema": "flowbench.matrix/1"' "$dir/json"
reason 7.2 skipped "the suite of this kernel cannot be had here"
check "a kernel that is not available is not a failure" matrix 0
check "and the table says why" says '^p1 +7\.2 +the suite of this kernel cannot be had here$'
reason 7.2 failed "the lab did not come up"
check "a run that failed is a failure" matrix 1
check "and the table says why" says '^p1 +7\.2 +the lab did not come up$'
rm -rf "$dir/m/7.2"
run 6.12 6.12.5 false
check "a path that is not proved is a failure" matrix 1
check "which the table shows" says "^p1 +6\.12 .* 1/2\$"
run 6.12 6.12.5 true '/ tcp_stream_memory_free /d'
check "a missing call is a failure" matrix 1
check "which the table counts" says "^p1 +6\.12 +$calls +$((calls - 1)) .* 1 +[0-9.]+% "
check "a missing call with a reason is not a failure" matrix 0 'removed tcp_stream_memory_free since=6.12 : gone'
check "a reason for another kernel does not help" matrix 1 'removed tcp_stream_memory_free since=6.13 : gone'
check "a reason that the kernel's list of functions contradicts is a failure" matrix 1 'untraceable tcp_stream_memory_free : inlined'
check "which the message names" says 'error: 6\.12: aliases, line 1: tcp_stream_memory_free is called untraceable, but can be traced'
check "a new name that is never called is a failure" matrix 1 'renamed tcp_stream_memory_free -> tcp_stream_free : renamed'
check "which the message names" says 'error: 6\.12: aliases, line 1: tcp_stream_memory_free is said to be tcp_stream_free'
run 6.12 6.12.5 null
check "an expectation that is not an answer is refused" matrix 2
check "which the table shows" says 'phases\[0\]\.expect\[0\]\.holds: expected true or false, found null'
rm -rf "${dir:?}/m"
reason 6.1 skipped "the suite of this kernel cannot be had here"
reason 7.2 skipped "the suite of this kernel cannot be had here"
check "runs that were all skipped are no result" matrix 2
rm -rf "${dir:?}/m"
mkdir "$dir/m"
check "a folder without runs is a usage error" matrix 2
ktap_end
