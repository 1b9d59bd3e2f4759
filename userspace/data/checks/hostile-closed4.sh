# proves: a chain in front of the flowtable drops IPv4 packets of an offloaded flow that have a wrong version, wrong lengths or another receiver
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local len first to frames=()

	for len in 0000 0014 001b 0065 ffff; do
		frames+=("$(frame4 len=$len)")
	done
	for first in 05 55 65; do
		frames+=("$(frame4 first=$first)")
	done
	for to in 02fb000001ee 01005e000001 ffffffffffff; do
		frames+=("$(frame4 to=$to)")
	done
	frames+=("$(frame4 l4="$(udp4 0000)")" "$(frame4 l4="$(udp4 0007)")")
	strict_ingress
	never_forwarded 4 udp "${frames[@]}"
}
