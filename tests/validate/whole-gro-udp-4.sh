# proves: datagrams that GRO merges to be forwarded arrive whole on the fast path, IPv4
# SPDX-License-Identifier: GPL-2.0
# since: 5.13 before, veth had no GRO (commit d3256efd8e8b)
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	on_a_wire rx-udp-gro-forwarding
	flowtable "$(family_of 4)"
	whole_superpackets 4 "$(server_of 4)" in0=0 out0=0
}
