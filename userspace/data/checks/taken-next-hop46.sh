# proves: IPv$V packets of a flow go to the gateways on both sides, and not to the addresses behind them
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	uses_next_hops "$V"
}
