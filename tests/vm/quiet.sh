#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Turns forwarding and IPv6 off in its network namespace, so that the namespace neither answers nor forwards.
set -euo pipefail

echo 0 >/proc/sys/net/ipv4/ip_forward
for conf in /proc/sys/net/ipv6/conf/*/disable_ipv6; do
	echo 1 >"$conf"
done
