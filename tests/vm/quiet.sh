#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Keeps the network namespace it runs in from answering or forwarding anything.
set -euo pipefail

echo 0 >/proc/sys/net/ipv4/ip_forward
for conf in /proc/sys/net/ipv6/conf/*/disable_ipv6; do
	echo 1 >"$conf"
done
