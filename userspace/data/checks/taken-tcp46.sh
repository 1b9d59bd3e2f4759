# proves: an established IPv$V TCP flow is forwarded by the flowtable in both directions
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable "$(family_of "$V")"
	connect a tcp "$(server_of "$V")" 5000
	is ct "offloaded connections" = 1 "$(offloaded tcp dport=5000)"
	taken a tcp
}
