# proves: flowbench hardware --observe shows each rule that a flowtable gives and gives up, and whether hardware took it
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local more='='

	# 5.10 gives a rule again with each packet (hardware-retried).
	! kernel_before 6.1 || more='>='
	hardware table=1
	offloading ip
	connect a tcp 10.0.2.2 5000 sport=4000
	rules_come 1
	must in_ gw sh -c "echo on >$FB_HW/observed"
	delete_connection -p tcp --dport 5000
	rules_come 0
	connect b tcp 10.0.2.2 5001 sport=4001
	rules_come 1
	is hook "rules given that a device took, by the probe" $more 1 "$(observed '^asked=give taken=1 .* [sd]port=5001/ffff')"
	is hook "rules given that no device took, by the probe" $more $(($(ways) - 1)) "$(observed '^asked=give taken=0 ')"
	is hook "rules given up that a device had, by the probe" = 1 "$(observed '^asked=destroy taken=1 .*port=5000/ffff')"
	is hardware "rules that hardware took" $more 2 "$(hw taken)"
	is hardware "rules that hardware gave up" = 1 "$(hw destroy)"
	! in_ gw "$FLOWBENCH" hardware --observe --for 0.2 2>"$FB_RUN/refused" || die "two observers at once"
	is hardware "observers that were refused" = 1 "$(grep -c 'somebody observes already' "$FB_RUN/refused")"
	must in_ gw sh -c "echo off >$FB_HW/observed"
	in_ gw "$FLOWBENCH" hardware --observe --for 0.5 >"$FB_RUN/said"
	is hardware "sums that flowbench hardware --observe prints" = 1 "$(grep -c '^0 rules given, of which no device took 0; 0 given up' "$FB_RUN/said")"
	is hardware "lines of the file when it is off" = 0 "$(wc -l <"$FB_HW/observed")"
	closed
}

# observed PATTERN: prints how many lines of the probe's file match
observed() {
	grep -cE "$1" "$FB_HW/observed"
}
