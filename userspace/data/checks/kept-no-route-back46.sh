# proves: an IPv$V connection whose client has no route is not offloaded, and its packets are not forwarded to the client
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why4: added
# fails4: all the flow is added, as IPv4 takes an address without a route to be on the link of the packet's device (commit a3c90f7a2323)
# danger4: all packets of an offloaded IPv4 connection are forwarded to a host to which there is no route
# why6: no-route unrouted
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	no_route_back "$V"
}
