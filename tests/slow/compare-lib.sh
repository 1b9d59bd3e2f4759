# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the tests of comparisons share. dir is theirs.

export KVM=0 SMP=1 KERNEL=6.12

# ends STATUS COMMAND…: COMMAND's exit status is STATUS
ends() {
	local want=$1 status=0
	shift

	"$@" >"$dir/said" 2>&1 || status=$?
	((status == want)) && return
	printf 'status %d, not %d\n' "$status" "$want"
	tail -n 20 "$dir/said"
	return 1
}

# says PATTERN: the last command of ends did
says() {
	grep -qE -- "$1" "$dir/said" && return
	printf 'nothing like: %s\n' "$1"
	tail -n 30 "$dir/said"
	return 1
}
