# proves: a flow that no rule adds stays on the slow path (what the other checks count is not always there)
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	flowtable ip 'match=tcp dport 5001'
	connect a tcp 10.0.2.2 5000
	is ct "connections that are offloaded" = 0 "$(offloaded tcp dport=5000)"
	kept a tcp
}
