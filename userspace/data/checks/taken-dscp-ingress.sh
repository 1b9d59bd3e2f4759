# proves: a chain at ingress in front of the flowtable sets DSCP of the packets of an offloaded flow
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	beyond_rules 'a chain in front of the flowtable sets DSCP'
	two_flows 4 ''
	rules <<-NFT
		table netdev fb {
			chain before {
				type filter hook ingress device in0 priority -10; policy accept;
				ip dscp set cs1
			}
		}
	NFT
	watch at-server server eth0
	fifty_each
	marked_at_server 5000 32
	marked_at_server 6000 32
}
