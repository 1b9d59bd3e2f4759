# proves: IPv4 packets with a TTL of 0 or 1 and the tuple of an offloaded flow are not forwarded
# SPDX-License-Identifier: GPL-2.0
# why: ttl no-flowtable
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	never_forwarded 4 udp "$(frame4 ttl=00)" "$(frame4 ttl=01)"
}
