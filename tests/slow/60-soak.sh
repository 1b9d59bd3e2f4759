# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The module comes and goes under traffic, and rounds are made under changes, for an hour and more, with two
# processors that run side by side. LOADS, SECONDS_ROUNDS and KERNEL make it shorter, or another one's.
set -uo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 1

exec scripts/boot --kernel "${KERNEL:-6.12}" --smp 2 --timeout 14000 -- \
	tests/debug/soak "${LOADS:-500}" "${SECONDS_ROUNDS:-3600}"
