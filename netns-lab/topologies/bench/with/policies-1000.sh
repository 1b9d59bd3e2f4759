# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# needs: xfrm_user
# 1000 policies for other networks. Older policies of one priority come first, so this file stands before
# that of a tunnel.
for ((i = 0; i < 1000; i++)); do
	echo "xfrm policy add src 10.0.1.0/24 dst 10.$((100 + i / 250)).$((i % 250)).0/24 dir out" \
		"tmpl src 10.0.2.1 dst 10.0.2.253 proto esp reqid 2 mode tunnel"
done
