#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# sockmap-redirect: each claim of the scenario holds in its trace and in the module's hooks. The scenario
# leaves nothing behind.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

out=$(mktemp -d)
on_exit rm -rf "$out"
on_exit module_unload
module_load
log_mark 52-sockmap
ktap_plan 12

record() {
	userspace/flowbench run -q --out "$out/run" sockmap-redirect >"$out/said" 2>&1 || {
		cat "$out/said"
		return 1
	}
}

trace=$out/run/sockmap-redirect/p1.trace

# calls N FUNCTION: the trace must have N calls of it
calls() {
	local nr

	nr=$(grep -cE "[ |]$2(\.[a-z0-9.]+)?\(\)" "$trace") || true
	[[ $nr -eq $1 ]] || { echo "$nr of $2"; return 1; }
}

returned() {
	grep -A2 -F "\"returns\": \"$1\"" "$out/run/results.json" | grep -q '"holds": true'
}

# A scenario that expects a value that is not returned must fail.
other_value() {
	local root=$out/root

	mkdir -p "$root"
	cp -r userspace netns-lab "$root/"
	sed -i 's/^returns = bpf_msg_redirect_hash 1 .*/returns = bpf_msg_redirect_hash 0 SK_DROP/' \
		"$root/userspace/data/scenarios/sockmap-redirect"
	! FLOWBENCH_ROOT=$root userspace/flowbench run -q --out "$out/other" sockmap-redirect \
		>"$out/said" 2>&1 || { echo "the run succeeded"; return 1; }
	grep -q "'bpf_msg_redirect_hash 0 SK_DROP' was not returned" "$out/said" || {
		cat "$out/said"
		return 1
	}
}

check "the scenario runs and is proved" record
check "bpf_msg_redirect_hash returned SK_PASS" returned 'bpf_msg_redirect_hash 1 SK_PASS'
check "sk_psock_msg_verdict returned __SK_REDIRECT" returned 'sk_psock_msg_verdict 2 __SK_REDIRECT'
check "one send" calls 1 __sys_sendto
check "one redirect" calls 1 bpf_msg_redirect_hash
check "the reader is woken up" calls 1 sock_def_readable
check "TCP sends nothing" calls 0 tcp_write_xmit
check "there is no page fault in between" calls 0 handle_mm_fault
check "an expected value that is not returned is a failure" other_value
check "no hook is left on" bash -c "! grep -E '^[^ ]+ [^ ]+ on ' $FB_DEBUG/hooks"
check "no namespace is left" test -z "$(ip netns)"
check "kernel log is clean" log_clean
ktap_end
