# proves: a flow finds its IPv6 next hop again, which has got another MAC address without saying so
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	next_hop_replaced 6
}
