# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What `make install` has installed, in a guest from which the clone is gone: a check, with the installed lab
# and program; a run, which is out/latest of the current folder then; and its comparison.
#
# needs: 6.12 image program
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export FB_SILENT=1 KVM=0 SMP=1

inside() {
	cat <<-'END'
		set -e
		rm -r userspace netns-lab tests
		mkdir -p out /work
		cd /work
		set +e
		PATH=/flowbench/installed/bin:$PATH
		said=/flowbench/out
		flowbench validate kept-ttl >$said/validate 2>&1; echo "status $?" >>$said/validate
		flowbench run -q --nic veth udp-fragment-igb >$said/run 2>&1; echo "status $?" >>$said/run
		readlink out/latest >$said/latest
		flowbench fidelity >$said/fidelity 2>&1
		flowbench version >$said/version 2>&1; echo "status $?" >>$said/version
	END
}

installed() {
	PROGRAM=$(scripts/vm/program) DESTDIR=$dir/stage PREFIX=/usr scripts/install && inside >"$dir/inside" &&
		scripts/vm/boot --kernel 6.12 --add "$dir/stage/usr:installed" --add "$dir/inside:inside" \
			--out "$dir/out" -- bash inside
}

# shows FILE PATTERN
shows() {
	grep -qE -- "$2" "$dir/out/$1" && return
	cat "$dir/out/$1"
	return 1
}

ktap_plan 8
check "a guest with an installed flowbench only" installed
check "validate" shows validate '^status 0$'
check "by a check that was not skipped" shows validate '^ok 1 - kept-ttl: [^#]*$'
check "run" shows run '^status 0$'
check "leads out/latest to its result" shows latest '^udp-fragment-igb-6\.12\.'
check "which fidelity finds" shows fidelity '^udp-fragment-igb on 6\.12\.'
check "with the documented trace" shows fidelity '^p1 +222 '
check "version, with the module's" shows version "^version=$(scripts/version)\$"
ktap_end
