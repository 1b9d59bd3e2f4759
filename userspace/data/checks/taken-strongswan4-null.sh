# proves: IPv4 flows into and out of a tunnel that strongSwan negotiated (null-sha1) take the fast path, and nothing leaves in plain text
# SPDX-License-Identifier: GPL-2.0
# topology: esp-gateway --nic veth --esp null-sha1
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	through_strongswan 10.0.3.2 10.0.2.2
}
