# proves: packets that differ from an offloaded IPv$V flow only in $1 take the slow path, in both directions
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# needs: $2
# why: $3
# why: $4
# kind: protocol-tcp | the protocol, TCP in place of UDP, | | new no-reply tcp-state | 5.10 new no-reply tcp-state invalid
# kind: protocol-udp | the protocol, UDP in place of TCP, | | new no-reply no-match |
# kind: address | one address | | new no-reply no-match |
# kind: port | one port | | new no-reply no-match |
# kind: device | the device | | other-device |
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	case $KIND in
	protocol-tcp) other_protocol "$V" udp tcp ;;
	protocol-udp) other_protocol "$V" tcp udp ;;
	*) "other_$KIND" "$V" ;;
	esac
}
