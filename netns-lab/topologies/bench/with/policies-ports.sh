# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# needs: xfrm_user
# 1000 policies for other ports of all addresses. The kernel keeps policies without prefixes in one list
# and compares a packet with each. Older policies of one priority come first, so this file stands before
# that of a tunnel.
for ((i = 0; i < 1000; i++)); do
	echo "xfrm policy add src 0.0.0.0/0 dst 0.0.0.0/0 proto udp dport $((20000 + i)) dir out" \
		"tmpl src 10.0.2.1 dst 10.0.2.253 proto esp reqid 2 mode tunnel"
done
