# proves: no rule is left in hardware after $1, IPv$V
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# kind: fin | both sides have closed a TCP connection |
# kind: rst | one side has reset a TCP connection     |
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	with_hardware forward "ends-${KIND}46"
	is hardware "rules that were taken" '>=' "$(ways)" "$(hw taken)"
	ends_all
}
