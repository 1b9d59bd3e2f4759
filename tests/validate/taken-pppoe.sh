# proves: a flowtable on the device below a PPPoE session forwards the session's flows with their header, IPv4 and IPv6
# SPDX-License-Identifier: GPL-2.0
# needs: pppoe nf_flow_table_inet
# since: 5.13 before, a flowtable did not support PPPoE
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	local dev far

	t pppoe client eth0 02:fb:00:00:01:01 7
	far=$(got dev)
	t pppoe gw in0 02:fb:00:00:01:02 7
	dev=$(got dev)
	# LCP would have negotiated this MTU.
	must ip_ client link set "$far" mtu 1492
	must ip_ gw link set "$dev" mtu 1492
	move_leg "$far" "$dev"
	flowtable inet
	behind "in their session" pppoe=7
}
