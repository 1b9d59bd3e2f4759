# proves: a chain at egress sets DSCP of the packets of an offloaded flow
# SPDX-License-Identifier: GPL-2.0
# since: 5.16 before, nftables had no hook at egress (commit 42df6e1d221d)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	beyond_rules 'a chain at egress sets DSCP'
	two_flows 4 ''
	rules <<-NFT
		table netdev fb {
			chain after {
				type filter hook egress device out0 priority 0; policy accept;
				ip dscp set cs1
			}
		}
	NFT
	watch at-server server eth0
	fifty_each
	marked_at_server 5000 32
	marked_at_server 6000 32
}
