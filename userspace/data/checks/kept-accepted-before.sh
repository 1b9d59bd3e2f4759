# proves: an established packet that an earlier rule accepts does not offload its connection
# SPDX-License-Identifier: GPL-2.0
# why: rule
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip before='ct state established udp dport { 4000, 5000 } accept'
	connect a udp 10.0.2.2 5000 sport=4000
	kept a udp
	is ct "offloaded connections" = 0 "$(offloaded)"
	# Without that rule the same connection is.
	must in_ gw nft flush chain ip fb forward
	must in_ gw nft add rule ip fb forward ct state established flow add @ft
	warm a udp
	taken a udp
}
