# proves: a chain in front of the flowtable drops IPv6 packets of an offloaded TCP flow with a TCP header that is too short
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	strict_ingress
	never_forwarded 6 tcp "$(frame6 proto=06 l4="$(tcp6 0)")" "$(frame6 proto=06 l4="$(tcp6 4)")" \
		"$(frame6 proto=06 len=0013 l4="$(tcp6)")"
}
