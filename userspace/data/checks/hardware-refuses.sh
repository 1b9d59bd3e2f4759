# proves: a flow whose rules hardware refuses stays on the fast path of software, marked [OFFLOAD] and not [HW_OFFLOAD]
# SPDX-License-Identifier: GPL-2.0
# why: hardware-refused=1
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	hardware refuse=1
	offloading ip
	connect a tcp 10.0.2.2 5000
	taken a tcp
	is hardware "rules" = 0 "$(hw rules)"
	is hardware "rules that were refused" '>=' "$(ways)" "$(hw refused)"
	is ct "offloaded connections" = 1 "$(offloaded tcp dport=5000)"
	is ct "connections in hardware" = 0 "$(in_hardware tcp dport=5000)"
}
