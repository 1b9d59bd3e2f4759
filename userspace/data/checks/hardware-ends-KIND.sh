# proves: no rule is left in hardware after $1
# SPDX-License-Identifier: GPL-2.0
# since: $2
# kind: timeout-udp        | the timeout of an idle flow | 5.14 before, the timeout was 30 s for all flows (commit 1d91d2e1a7f7)
# kind: connection-deleted | its connection was deleted |
# kind: device-removed     | a device of the flowtable was removed |
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	with_hardware forward "ends-$KIND"
	is hardware "rules that were taken" '>=' "$(ways)" "$(hw taken)"
	ends_all
}
