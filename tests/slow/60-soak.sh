#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Two guests with two processors run tests/debug/soak: one loads and unloads the module 500 times under traffic, which
# takes half an hour; one runs rounds for an hour while ruleset, routes and SAs change. Afterwards the kernel holds what
# it held before. SOAK="LOADS SECONDS" for less, as in SOAK="20 60".
set -uo pipefail

cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 1
read -r loads seconds <<<"${SOAK:-500 3600}"
exec scripts/vm/boot --kernel "${KERNEL:-6.12}" --smp 2 --timeout $((600 + loads * 15 + seconds * 3)) \
	--nics netns-lab/topologies/esp-gateway.nics -- tests/debug/soak "$loads" "$seconds"
