# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# scripts/vm/boot returns the exit status of its command. A lost machine is an outcome of its own. Nothing of a machine
# remains when its run ends, also when the run is interrupted.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export FB_SILENT=1 KVM=0


ktap_plan 15

check "the command's exit status 0 is returned" ends 0 \
	scripts/vm/boot --bare --out "$dir/a" -- true
check "outcome has the status" grep -qx 'exit 0' "$dir/a/outcome"
check "fingerprint names the kernel" grep -q '^kernel=6\.12' "$dir/a/fingerprint"
check "exit status 7 is returned, and files of out/ are copied to the host" ends 7 \
	scripts/vm/boot --bare --out "$dir/b" -- bash -c 'echo left >out/file; exit 7'
check "the copied file is complete" grep -qx left "$dir/b/file"

check "a panic is a lost machine, not a failed command" ends 200 \
	scripts/vm/boot --bare --out "$dir/c" -- bash -c 'echo c >/proc/sysrq-trigger; sleep 9'
check "the message names the panic" says 'the kernel panicked'
check "outcome: lost panic" grep -qx 'lost panic' "$dir/c/outcome"
check "a hang ends at the time limit" ends 200 \
	scripts/vm/boot --bare --out "$dir/d" --timeout 25 -- sleep 1000000
check "outcome: lost timeout" grep -qx 'lost timeout' "$dir/d/outcome"

check "an unknown kernel is a usage error that names it" ends 2 \
	scripts/vm/boot --kernel nonesuch -- true
check "and lists the kernels that exist" says '6\.12'
check "an unknown option is a usage error" ends 2 scripts/vm/boot --frobnicate -- true

machine_of() {
	machine=$(pgrep -P "$(pgrep -P "$1" -x timeout)" qemu)
}

interrupted() {
	local pid machine scratch status=0

	scripts/vm/boot --bare -- sleep 1000000 >"$dir/said" 2>&1 &
	pid=$!
	wait_until 60 machine_of "$pid" || {
		echo "no machine within 60 s"
		kill -TERM "$pid"
		return 1
	}
	machine_of "$pid"
	scratch=$(tr '\0' '\n' <"/proc/$machine/cmdline" | sed -n 's|^file:\(.*\)/console$|\1|p')
	[[ -d $scratch ]] || {
		echo "it has no scratch directory: '$scratch'"
		kill -TERM "$pid"
		return 1
	}
	kill -TERM "$pid"
	wait "$pid" || status=$?
	[[ $status -eq 143 ]] || {
		echo "status $status"
		return 1
	}
	[[ ! -e /proc/$machine ]] || {
		echo "the machine is still there"
		return 1
	}
	[[ ! -e $scratch ]] || {
		echo "$scratch is still there"
		return 1
	}
}
check "an interrupted run leaves no machine and no scratch directory" interrupted

# KVM that does not work must not be used. Where KVM works, this cannot be tested.
if scripts/vm/kvm-probe "$(scripts/kernel/get 6.12)/vmlinuz" 2>/dev/null; then
	skip "KVM=1 is refused where KVM does not work" "KVM works here"
else
	check "KVM=1 is refused where KVM does not work" env KVM=1 bash -c \
		'scripts/vm/boot --bare -- true; [[ $? -eq 201 ]]'
fi
ktap_end
