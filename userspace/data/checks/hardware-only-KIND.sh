# proves: hardware leaves $1 to software, which no key of its rules names
# SPDX-License-Identifier: GPL-2.0
# kind: ttl        | packets with TTL 1
# kind: options    | packets with IPv4 options
# kind: exthdr     | packets with IPv6 extension headers
# kind: fragments4 | fragments of IPv4
# kind: fragments6 | fragments of IPv6
# kind: mtu4       | packets that are longer than the MTU of the way out
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local reason=${KIND%[46]}

	case $KIND in
	exthdr) reason=other ;;
	fragments?) reason=fragment ;;
	mtu4) reason=length ;;
	esac
	with_hardware forward "kept-$KIND"
	is hardware "packets that hardware forwarded" '>=' 1 "$(hw forwarded)"
	is hardware "packets left to software for that reason ($reason)" '>=' 10 "$(hw "passed.$reason")"
	closed
}
