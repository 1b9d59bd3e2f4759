# proves4: IPv4 packets with a TTL of 0 or 1 and the tuple of an offloaded flow are not forwarded
# proves6: IPv6 packets with a hop limit of 0 or 1 and the tuple of an offloaded flow are not forwarded
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# why: ttl no-flowtable
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	never_forwarded "$V" udp "$("frame$V" ttl=00)" "$("frame$V" ttl=01)"
}
