# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Kernels of the archive whose headers are gone. 6.12.94 is the same as 6.12.95 for the module, which is loaded into it and
# marks packets there. 6.12.90 is not, and the one line says what differs. Skipped when the archive has dropped them.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export KVM=0 SMP=1

# has NAME MISSING: the archive has this kernel, and this is missing of it
has() {
	[[ $(scripts/kernel/resolve "bookworm-backports/$1" 2>/dev/null | cut -f 6) == "$2" ]]
}

runs() {
	ends 0 scripts/vm/boot --kernel 6.12.94 -- bash -c 'cat /sys/kernel/debug/flowbench/bench/config && uname -r' &&
		says '^6\.12\.94\+deb12-amd64$'
}

names() {
	ends 69 scripts/vm/module 6.12.90 && says 'KERNEL=6\.12\.90: the archive does not have its headers any more, and those of 6\.12\.95\+deb12-amd64 are not the same' &&
		says '[0-9]+ symbols with another CRC \(__alloc_skb, .* structures with another layout \(' && (($(wc -l <"$dir/said") == 1))
}

ktap_plan 2
if has 6.12.95 -; then
	if has 6.12.94 headers; then check "6.12.94: the module of 6.12.95 is loaded" runs; else skip "6.12.94" "not in the archive"; fi
	if has 6.12.90 headers; then check "6.12.90: what differs" names; else skip "6.12.90" "not in the archive"; fi
else
	skip "6.12.94" "the archive has no whole 6.12.95"
	skip "6.12.90" "the archive has no whole 6.12.95"
fi
ktap_end
