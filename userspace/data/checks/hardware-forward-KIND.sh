# proves: hardware forwards $1 by its rules as software does
# SPDX-License-Identifier: GPL-2.0
# needs: $2
# since: $3
# kind: vlan         | TCP with a VLAN tag | 8021q nf_flow_table_inet | 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f)
# kind: bridge       | TCP from behind a bridge | bridge nf_flow_table_inet | 5.13 before, a flowtable did not support bridges (commit ec9d16bab615)
# kind: bridge-vlan  | TCP from behind a bridge that filters VLANs | bridge 8021q nf_flow_table_inet | 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f)
# kind: pppoe        | TCP out of a PPPoE session | pppoe nf_flow_table_inet | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# kind: pppoe-vlan   | TCP out of a PPPoE session within a VLAN | pppoe 8021q nf_flow_table_inet | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# kind: pppoe-bridge | TCP out of a PPPoE session through a bridge | pppoe bridge nf_flow_table_inet | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local least=20

	# A rule names no session, so hardware has the direction into it only, and on 6.1 none.
	[[ $KIND != pppoe* || $(ways) == 2 ]] || least=0
	with_hardware forward "taken-$KIND"
	is hardware "packets that hardware forwarded" '>=' $least "$(hw forwarded)"
	is hardware "packets that it could not send" = 0 "$(hw dropped)"
	closed
}
