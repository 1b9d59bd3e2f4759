# proves: superpackets of $1 arrive whole on the fast path, IPv$V
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: $2
# since: $3
# kind: plain        | TCP and UDP | |
# kind: nat          | TCP and UDP with source and destination NAT | |
# kind: esp          | TCP and UDP into an ESP tunnel | xfrm_user esp$V authenc crypto_null hmac ?sha1 ?sha1_generic ecb |
# kind: vlan         | TCP and UDP with a VLAN tag | 8021q nf_flow_table_inet | 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f)
# kind: qinq         | TCP and UDP with two VLAN tags | 8021q nf_flow_table_inet | 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f)
# kind: bridge       | TCP and UDP from behind a bridge | bridge nf_flow_table_inet | 5.13 before, a flowtable did not support bridges (commit ec9d16bab615)
# kind: pppoe        | TCP and UDP into and out of a PPPoE session | pppoe nf_flow_table_inet | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# kind: pppoe-bridge | TCP and UDP into and out of a PPPoE session through a bridge | pppoe bridge nf_flow_table_inet | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# kind: pppoe-vlan   | TCP and UDP into and out of a PPPoE session within a VLAN | pppoe 8021q nf_flow_table_inet | 5.13 before, a flowtable did not support PPPoE (commit 72efd585f714)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	case $KIND in
	plain)
		flowtable "$(family_of "$V")"
		whole_superpackets "$V" "$(server_of "$V")" in0=0 out0=0
		;;
	nat)
		whole_nat "$V"
		;;
	esp)
		tunnel "$V" null
		flowtable "$(family_of "$V")"
		whole_superpackets "$V" "$(far_of "$V")" in0=0
		;;
	pppoe*)
		"${KIND//-/_}_leg"
		flowtable inet
		# PPPoE has no GSO: the client sends single packets.
		whole_superpackets "$V" "$(server_of "$V")" out0=0
		;;
	qinq)
		qinq_leg
		flowtable inet
		# The inner tag stands in the packet.
		whole_superpackets "$V" "$(server_of "$V")" in0=4 out0=0
		;;
	*)
		"${KIND}_leg"
		flowtable inet
		whole_superpackets "$V" "$(server_of "$V")" in0=0 out0=0
		;;
	esac
}
