# proves: a chain in front of the flowtable drops IPv6 packets of an offloaded flow that have a wrong version, wrong lengths or another receiver
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local len first to frames=()

	for len in 0000 0007 0051 ffff; do
		frames+=("$(frame6 len=$len)")
	done
	for first in 00000000 40000000 70000000; do
		frames+=("$(frame6 first=$first)")
	done
	for to in 02fb000001ee 01005e000001 ffffffffffff; do
		frames+=("$(frame6 to=$to)")
	done
	frames+=("$(frame6 l4="$(udp6 0000)")" "$(frame6 l4="$(udp6 0007)")")
	strict_ingress
	never_forwarded 6 udp "${frames[@]}"
}
