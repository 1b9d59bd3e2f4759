# proves: flowtables of two tables on the same devices, with priorities -1 and 0, both take their flows; a second one in the same table is refused
# SPDX-License-Identifier: GPL-2.0
# needs: nf_flow_table_inet
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local said=accepted

	flowtable ip match='udp dport 5000'
	second_flowtable other second -1
	rules <<-NFT
		table ip other {
			chain forward {
				type filter hook forward priority 1; policy accept;
				udp dport 5001 flow add @second
			}
		}
	NFT
	connect a udp 10.0.2.2 5000
	connect b udp 10.0.2.2 5001
	is ct "offloaded connections" = 2 "$(offloaded udp)"
	taken a udp
	taken b udp
	(second_flowtable fb third -1) 3>/dev/null || said=refused
	is nft "another flowtable of the same table on the same devices" = refused $said
	taken a udp
	taken b udp
}

# second_flowtable TABLE NAME PRIORITY: adds a flowtable on the same devices
second_flowtable() {
	rules <<-NFT
		table ip $1 {
			flowtable $2 {
				hook ingress priority $3
				devices = { in0, out0 }
			}
		}
	NFT
}
