# proves: superpackets of TCP and UDP with source and destination NAT arrive whole on the fast path, IPv6
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	whole_nat 6
}
