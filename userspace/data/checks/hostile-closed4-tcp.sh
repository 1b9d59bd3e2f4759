# proves: a chain in front of the flowtable drops IPv4 packets of an offloaded TCP flow with a TCP header that is too short
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	strict_ingress
	never_forwarded 4 tcp "$(frame4 proto=06 l4="$(tcp4 0)")" "$(frame4 proto=06 l4="$(tcp4 4)")" \
		"$(frame4 proto=06 len=0027 l4="$(tcp4)")"
}
