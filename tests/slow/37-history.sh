# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# make history: a run adds to the one before, measures nothing again that has the same fingerprint, and loses nothing when
# it is interrupted. Two kernels of one compiler: what moved has its functions.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
[[ ! -e out/history ]] || { mv -- out/history "$dir/before" && on_exit mv -- "$dir/before" out/history; }
on_exit rm -rf out/history
export KVM=0 SMP=1 VERBOSE=1 CHECKS="kept-ttl ends-not-by-slow-packet" PATHS=flowtable KERNELS="6.12.107 6.12.117"
where=out/history

# measure STATUS: a run of scripts/history; what it says is in $dir/said
measure() {
	ends "$1" scripts/history
}

# parts PATTERN N: N lines of the last run say so
parts() {
	local nr

	nr=$(grep -cE -- "\\] .*: $1\$" "$dir/said")
	((nr == $2)) && return
	printf '%d times "%s"\n' "$nr" "$1"
	cat "$dir/said"
	return 1
}

first() {
	measure 0 && parts '(done|not everything held)' 6 && [[ -s $where/history.json && -s $where/report.html && -s $where/table ]]
}

# What both kernels have in common with the first run is not measured again.
again() {
	measure 0 && parts 'as before' 6
}

# Another path: the prices of both kernels are measured again, with both paths; nothing else is.
one_more() {
	PATHS="flowtable nat" measure 0 && parts 'as before' 4 && parts 'done' 2 &&
		jq -e '[.releases[].prices | map(.path)] == [["flowtable", "nat"], ["flowtable", "nat"]]' "$where/history.json" &&
		measure 0 && parts 'as before' 6
}

# The first checks are there; the run ends; they stay, and the next run goes on behind it.
interrupted() {
	local pid status=0

	rm -rf "$where"
	JOBS=1 scripts/history >"$dir/said" 2>&1 &
	pid=$!
	wait_until 600 grep -q '\[1/6\]' "$dir/said" || return 1
	kill -TERM "$pid"
	wait "$pid" || status=$?
	((status == 143)) && [[ -s $where/6.12.107/checks/validate.json ]] && measure 0 && parts 'as before' 1 &&
		parts '(done|not everything held)' 5
}

moved() {
	ends 1 userspace/flowbench history --between 6.12.107 6.12.117 && says 'check ends-not-by-slow-packet: known -> passed' &&
		says '^ +[+-][0-9.]+  [a-z_]+$' && says '^  flowtable +[+-][0-9.]+ insn' &&
		ends 0 userspace/flowbench history --between 6.12.117 6.12.117
}

exported() {
	userspace/flowbench export -f csv "$where/history.json" >"$dir/csv" && (($(wc -l <"$dir/csv") == 5)) &&
		userspace/flowbench export -f kcidb "$where/history.json" | jq -e '[.tests[] | select(.number)] | length == 4'
}

# A clone whose module does not build for one of the two kernels: the other is measured, and the status says that a part failed.
no_module() {
	git clone -q . "$dir/clone" && (
		cd "$dir/clone" || exit
		printf '%s\n' '#include <linux/version.h>' '#if LINUX_VERSION_CODE == KERNEL_VERSION(6, 12, 107)' '#error "not here"' '#endif' >>kmod/main.c
		CHECKS=0 PROFILE=0 ends 1 scripts/history && says 'not here' && says '6\.12\.107 is left out: its machine cannot be made' &&
			jq -e '[.releases[].name] == ["6.12.117"]' "$where/history.json"
	)
}

ktap_plan 10
check "two kernels" first
check "nothing is measured twice" again
check "one path more: only prices are measured, of both paths together" one_more
check "what moved, by function, and the check that the later one passes" moved
check "as CSV and for KernelCI" exported
check "an interrupted run loses nothing, and the next one goes on" interrupted
check "a kernel for which the module does not build is left out, and the others are measured" no_module
check "no such kernel" ends_saying 69 "the archive has no whole kernel '6.99.\\*'" env KERNELS='6.99.*' scripts/history
check "no such check" ends_saying 2 "check 'nonesuch': expected" env CHECKS=nonesuch scripts/history
check "no such path" ends_saying 2 'nonesuch' env PATHS=nonesuch scripts/history
ktap_end
