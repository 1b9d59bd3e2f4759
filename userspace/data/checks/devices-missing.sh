# proves: a list with a device that does not exist is refused, and the old ruleset still takes the flow; or it is accepted, and the new one does
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet
# differs: 7.2 it is accepted, and the device is in the flowtable when it comes (commit a331b78a5525)
# differs: 7.3 it is accepted, and the device is in the flowtable when it comes (commit a331b78a5525)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local said=accepted

	flowtable ip
	connect a udp 10.0.2.2 5000
	taken a udp
	in_ gw nft -f - <<-NFT || said=refused
		delete table ip fb
		table ip fb {
			flowtable ft {
				hook ingress priority 0
				devices = { in0, out0, nosuch0 }
			}
			chain forward {
				type filter hook forward priority 0; policy accept;
				meta l4proto { tcp, udp } flow add @ft
			}
		}
	NFT
	if kernel_before 6.16; then
		is nft "a flowtable with the device nosuch0" = refused $said
	else
		is nft "a flowtable with the device nosuch0" = accepted $said
		# The flow was that of the old flowtable.
		until_ 3 none_offloaded || true
		warm a udp
	fi
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	taken a udp
}
