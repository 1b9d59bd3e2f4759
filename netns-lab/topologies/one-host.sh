# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
#     fb-<id>-host
#   +---------------+
#   | lo 127.0.0.1  |
#   +---------------+
#
# One host that sends to itself, for paths that reach no device but lo: the sockets of the
# documented trace sockmap-redirect.txt.

topology_nodes=(host)

topology_needs() {
	:
}

topology_build() {
	lab_node host
}

topology_whole() {
	[[ -e /run/netns/$(lab_ns host) ]]
}

topology_check() {
	lab_run host bash -c ': >/dev/udp/127.0.0.1/9' || lab_die "127.0.0.1 is not reachable"
	printf 'ok: the host reaches itself\n'
}

topology_env() {
	cat <<END
LAB_ID=$LAB_ID
NIC=$LAB_NIC
NS_HOST=$(lab_ns host)
ADDR_HOST=127.0.0.1
END
}
