# proves: no rule is left in hardware after its table was deleted
# SPDX-License-Identifier: GPL-2.0
# fails: 6.1 a table that is deleted leaves its rules in hardware, which forwards by them for ever (cause not found)
# fails: 6.12 a table that is deleted leaves its rules in hardware, which forwards by them for ever (cause not found)
# fails: 7.2 a table that is deleted leaves its rules in hardware, which forwards by them for ever (cause not found)
# fails: 7.3 a table that is deleted leaves its rules in hardware, which forwards by them for ever (cause not found)
# danger: 6.1 hardware keeps the rules of a table that was deleted, and forwards by them without the ruleset: conntrack -F before nft delete table
# danger: 6.12 hardware keeps the rules of a table that was deleted, and forwards by them without the ruleset: conntrack -F before nft delete table
# danger: 7.2 hardware keeps the rules of a table that was deleted, and forwards by them without the ruleset: conntrack -F before nft delete table
# danger: 7.3 hardware keeps the rules of a table that was deleted, and forwards by them without the ruleset: conntrack -F before nft delete table
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	with_hardware forward ends-table-deleted
	is hardware "rules that were taken" '>=' "$(ways)" "$(hw taken)"
	ends_all
}
