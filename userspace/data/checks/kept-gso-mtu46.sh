# proves: a superpacket whose segments are larger than the outgoing MTU takes the slow path, which says so, and the flow then fits, IPv$V
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why: segments
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	superpackets_too_wide "$V"
}
