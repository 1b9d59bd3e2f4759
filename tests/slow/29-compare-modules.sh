# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# make compare refuses what cannot be compared, with one line that names it and a status that says at which step. A loop
# of known length on the fast path gives a difference of that length.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export KVM=0 SMP=1 KERNEL=6.12

sed 's/NF_ACCEPT/NF_REJECT/' tests/patches/loop.patch >"$dir/elsewhere.patch"
printf 'no patch at all\n' >"$dir/none.patch"
mkdir "$dir/tree"
git -C "$dir/tree" init -q

ktap_plan 14
check "neither patch nor kernels: a usage error" ends 2 scripts/compare
check "a patch that does not exist" ends 2 env PATCH="$dir/missing.patch" scripts/compare
check "the message names it" says 'missing.patch: no such file'
check "a file that is not a patch" ends 2 env PATCH="$dir/none.patch" scripts/compare
check "a patch that does not apply" ends 2 env PATCH="$dir/elsewhere.patch" scripts/compare
check "the message names it" says 'elsewhere.patch: does not apply to kernel 6.12'
check "a patch that does not build" ends 3 env PATHS=flowtable PATCH=tests/patches/broken.patch scripts/compare
check "the message names it" says 'broken.patch: does not build for kernel 6.12'
check "an unknown path" ends 2 env PATCH=tests/patches/loop.patch PATHS=fast scripts/compare
check "a tree without a kernel" ends 2 env TREE="$dir/tree" BASE=HEAD scripts/compare
check "a loop of 129 instructions is a difference" \
	ends 1 env PATCH=tests/patches/loop.patch PATHS=flowtable TRACE=0 scripts/compare
check "of 129 instructions" says '^verdict: difference: flowtable \+129\.00 instructions'
check "make compare ends with 0 for it" ends 0 env PATCH=tests/patches/loop.patch PATHS=flowtable TRACE=0 make compare
check "and prints the same verdict" says '^verdict: difference: flowtable \+129\.00 instructions'
ktap_end
