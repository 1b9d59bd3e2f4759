# proves: an offloaded flow whose connection was deleted does not bypass a ruleset that drops new connections
# SPDX-License-Identifier: GPL-2.0
# why: dropped
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a udp 10.0.2.2 5000 sport=4000
	taken a udp
	must in_ gw nft add rule ip fb forward ct state new drop
	forbidden
}
