# proves: after the outgoing MTU was raised, IPv4 packets that now fit take the fast path
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	mtu_raised 4
}
