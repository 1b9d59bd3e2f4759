# proves: packets to an IPv6 prefix that has gone leave the fast path and get an ICMPv6 error
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	an_offloaded_flow 6
	prefix_gone in0
}
