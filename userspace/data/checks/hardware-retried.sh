# proves: a rule that hardware refuses is given again at most once a second, however many packets come
# SPDX-License-Identifier: GPL-2.0
# fails: 5.10 a rule that hardware refuses is given again with each packet (commit 396ef64113a8)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local began=$SECONDS seconds i

	hardware refuse=1
	offloading ip
	connect a udp 10.0.2.2 5000
	begin
	for ((i = 0; i < 40; i++)); do
		t send a c2s 10 size=100
		read -r -t 0.1 <> <(:) || true
	done
	finish
	seconds=$((SECONDS - began + 1))
	is hook "packets on the fast path of software" = 400 "$(by_software)"
	# Each rule is given to the blocks of both devices, and that of the other device is foreign.
	is hardware "rules of both directions that were refused in $seconds s" '<=' $(($(ways) * seconds)) "$(hw refused)"
	is hardware "rules that were refused" '>=' "$(ways)" "$(hw refused)"
	is ct "connections in hardware" = 0 "$(in_hardware udp dport=5000)"
}
