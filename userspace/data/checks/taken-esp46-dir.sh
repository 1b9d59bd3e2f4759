# proves: with the direction of its SAs given (dir), and without path MTU discovery (ip_no_pmtu_disc), a tunnel comes up, and IPv$V flows take the fast path into and out of it
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: xfrm_user esp$V gcm seqiv ?ghash_generic ?drbg ?rfc4106
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local node

	for node in gw server; do
		must in_ $node sysctl -qw net.ipv4.ip_no_pmtu_disc=1
	done
	tunnel_with_dir "$V"
	flowtable "$(family_of "$V")"
	through_tunnel "$V"
}
