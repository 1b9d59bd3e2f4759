#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The module comes and goes 500 times under traffic, and rounds are made for an hour while ruleset, routes and SAs
# change under them, on two processors; the kernel holds afterwards what it held before. Half an hour and an hour.
# SOAK="20 60" for less: loads and seconds.
set -uo pipefail

cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 1
read -r loads seconds <<<"${SOAK:-500 3600}"
exec scripts/vm/boot --kernel "${KERNEL:-6.12}" --smp 2 --timeout $((600 + loads * 15 + seconds * 3)) \
	--nics netns-lab/topologies/esp-gateway.nics -- tests/debug/soak "$loads" "$seconds"
