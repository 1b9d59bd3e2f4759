# proves: frames of an offloaded flow in a PPPoE session that end within their headers are not forwarded
# SPDX-License-Identifier: GPL-2.0
# why: malformed no-flowtable encapsulation
# needs: pppoe nf_flow_table_inet
# since: 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local frame n frames=()

	pppoe_leg
	frame=$(frame4 type=88641100000700660021)
	for n in {14..22} 40 41 42 44 46 49; do
		frames+=("$(head_of "$frame" "$n")")
	done
	# Another session; another protocol than IPv4 and IPv6; the protocol that says the other one of the two.
	frames+=("$(frame4 type=88641100000800660021)" "$(frame4 type=8864110000070066c021)" "$(frame4 type=88641100000700660057)")
	frames+=("$(frame6 type=886411000007007a0021)")
	never_forwarded 4 udp "${frames[@]}"
}
