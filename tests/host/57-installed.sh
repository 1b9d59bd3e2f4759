# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What `make install` installed works in a guest without the clone: a check, with the installed lab and program; a run,
# to which out/latest of the current folder leads; and fidelity of that run.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export FB_SILENT=1 KVM=0 SMP=1
make -s userspace >/dev/null || exit 1

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

# shows FILE PATTERN: FILE, the output of a command in the guest, has a line like PATTERN
shows() {
	grep -qE -- "$2" "$dir/out/$1" && return
	cat "$dir/out/$1"
	return 1
}

ktap_plan 8
check "a guest with only the installed flowbench" installed
check "validate passes" shows validate '^status 0$'
check "the check was not skipped" shows validate '^ok 1 - kept-ttl: [^#]*$'
check "run passes" shows run '^status 0$'
check "out/latest leads to the result" shows latest '^udp-fragment-igb-6\.12\.'
check "fidelity finds the result" shows fidelity '^udp-fragment-igb on 6\.12\.'
check "fidelity finds the documented trace" shows fidelity '^p1 +222 '
check "version prints the module's version, too" shows version "^version=$(scripts/version)\$"
ktap_end
