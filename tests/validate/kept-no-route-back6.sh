# proves: an IPv6 connection whose client has no route is not offloaded, and its packets are not forwarded to the client
# SPDX-License-Identifier: GPL-2.0
# why: no-route unrouted
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	no_route_back 6
}
