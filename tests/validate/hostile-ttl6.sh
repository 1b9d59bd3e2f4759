# proves: IPv6 packets with a hop limit of 0 or 1 and the tuple of an offloaded flow are not forwarded
# SPDX-License-Identifier: GPL-2.0
# why: ttl no-flowtable
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	never_forwarded 6 udp "$(frame6 ttl=00)" "$(frame6 ttl=01)"
}
