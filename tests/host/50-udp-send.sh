#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The three UDP sends through NAT and VXLAN over an igb, one after the other in one boot, on each kernel of $KERNELS. The
# expectations of each scenario hold. No documented call is missing without a reason. No reproduced call is lost. A
# second boot gives the same traces, to the byte.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export FB_SILENT=1 KVM=0 SMP=1
named=${NIC:-}
unset NIC
read -r -d '' -a kernels <<<"${KERNELS:-6.12}" || true
scenarios=(vxlan-nat-igb vxlan-nat-cold udp-fragment-igb)

# record KERNEL DIR: records the scenarios in a guest; its results are in DIR
record() {
	# shellcheck disable=SC2016 # expanded in the guest
	scripts/vm/boot --kernel "$1" --nics netns-lab/topologies/vxlan-nat.nics --out "$2" -- bash -c '
		failed=0
		for scenario; do
			userspace/flowbench run -q --out "out/$scenario" "$scenario" || failed=1
		done
		exit $failed' record "${scenarios[@]}"
}

sums() {
	(cd "$1" && sha256sum -- */*/p1.trace)
}

same() {
	local scenario

	diff <(sums "$1") <(sums "$2") && cmp "$1/dmesg" "$2/dmesg" && return
	diff "$1/fingerprint" "$2/fingerprint"
	for scenario in "${scenarios[@]}"; do
		diff "$1/$scenario/record.trace" "$2/$scenario/record.trace" | head -n 6
	done
	return 1
}

# calls DIR CALL SCENARIO: prints how many calls of CALL the recording has
calls() {
	grep -cE "[ |]$2(\.[a-z0-9.]+)?( \[[a-z0-9_]+\])?\(\)" "$1/$3/$3/p1.trace"
}

# count NUMBER DIR CALL SCENARIO: the recording has NUMBER calls of CALL
count() {
	local nr

	nr=$(calls "$2" "$3" "$4")
	[[ $nr -eq $1 ]] || {
		printf '%d of %s\n' "$nr" "$3"
		return 1
	}
}

# ended STATUS FILE: STATUS is 0; otherwise prints FILE, the output of the boot
ended() {
	(($1 == 0)) || {
		cat "$2"
		return 1
	}
}

explained() {
	userspace/flowbench fidelity --run "$1"
}

# Calls that must be matched or renamed: what was reproduced once must not be lost.
declare -A least=([6.12-vxlan-nat-igb]=185 [6.12-vxlan-nat-cold]=252 [6.12-udp-fragment-igb]=121)
matched() {
	userspace/flowbench fidelity --run "$1" | awk -v least="$2" '
	$1 == "phase" { for (i = 1; i <= NF; i++) column[$i] = i }
	$1 == "p1" {
		printf "%d matched, %d renamed\n", $column["matched"], $column["renamed"]
		exit !($column["matched"] + $column["renamed"] >= least)
	}'
}

make -s userspace >/dev/null || exit 1
status=0
why=$(scripts/vm/qemu igb 2>&1 >/dev/null) || status=$?
if ((status == 69)) && [[ $named != igb ]]; then
	ktap_plan 1
	skip "UDP sends over an igb" "${why##*$'\n'}"
	ktap_end
fi
ktap_plan $((13 * ${#kernels[@]}))
for kernel in "${kernels[@]}"; do
	one=$dir/$kernel-1
	# Beside the first boot, so that neither has the host to itself.
	record "$kernel" "$dir/$kernel-2" >"$dir/$kernel-2.said" 2>&1 &
	second=$!
	on_exit kill "$second"
	check "$kernel: every expectation holds" record "$kernel" "$one"
	for scenario in "${scenarios[@]}"; do
		check "$kernel: $scenario: two frames" count 2 "$one" igb_xmit_frame "$scenario"
		check "$kernel: $scenario: no documented call is missing without a reason" \
			explained "$one/$scenario"
		if [[ -n ${least[$kernel-$scenario]:-} ]]; then
			check "$kernel: $scenario: at least ${least[$kernel-$scenario]} calls are matched or renamed" \
				matched "$one/$scenario" "${least[$kernel-$scenario]}"
		else
			skip "$kernel: $scenario: calls matched or renamed" "no count is known for this kernel"
		fi
	done
	check "$kernel: vxlan-nat-cold: the sender's NIC interrupts the send" \
		grep -q 'igb_msix_ring' "$one/vxlan-nat-cold/vxlan-nat-cold/p1.trace"
	status=0
	wait "$second" || status=$?
	check "$kernel: a second boot beside the first one succeeds" ended "$status" "$dir/$kernel-2.said"
	check "$kernel: both boots have the same traces, to the byte" same "$one" "$dir/$kernel-2"
done
ktap_end
