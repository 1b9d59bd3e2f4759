# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for tests of the lab: what a lab could leave behind. Source this file after tests/vm/lib.sh, then
#	before=$(traces); …; check "nothing is left of the lab" clean
# shellcheck disable=SC2154 # the test sets before
lab=netns-lab/lab
top=esp-gateway

# Prints everything that a lab could leave behind: names in /run, mounts, NICs, daemons.
traces() {
	find /run -mindepth 1 -maxdepth 2 | sort
	sort /proc/self/mounts
	cat /sys/class/net/*/address | sort
	cat /proc/[0-9]*/comm 2>/dev/null | grep -E 'charon|swanctl' || true
}

clean() {
	diff <(printf '%s\n' "$before") <(traces)
}

same() {
	[[ $1 == "$2" ]] || {
		printf "'%s' is not '%s'\n" "$1" "$2"
		return 1
	}
}
