# proves: IPv6 flows into and out of a tunnel that strongSwan negotiated (aes128gcm16) take the fast path, and nothing leaves in plain text
# SPDX-License-Identifier: GPL-2.0
# needs: esp6
# topology: esp-gateway --nic veth --esp aes128gcm16
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	strongswan6 aes128gcm16
	through_strongswan fd00:3::2 fd00:2::2
}
