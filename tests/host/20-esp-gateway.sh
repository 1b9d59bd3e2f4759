# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The scenario esp-gateway with live traffic, on each kernel of $KERNELS. All phases are found. Each call of the
# documented trace is explained. Every trace file is the same, to the byte, over two boots of each kernel. All boots but
# the first of each kernel run at the same time, with every core of the host busy. BOOTS=1, as in make check, boots each
# kernel once; BOOTS=3, as in make check-slow, boots the first kernel three times. With ARCH=arm64 the guests are arm64's.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export FB_SILENT=1 KVM=0 SMP=1
read -r -d '' -a kernels <<<"${KERNELS:-6.12}" || true

# record KERNEL DIR: records the scenario in a guest; its results are in DIR
record() {
	scripts/vm/boot --kernel "$1" --nics netns-lab/topologies/esp-gateway.nics --out "$2" -- \
		userspace/flowbench run -q --out out esp-gateway
}

# machine KERNEL-N: likewise, in $dir/KERNEL-N
machine() {
	record "${1%-*}" "$dir/$1"
}

sums() {
	(cd "$1/esp-gateway" && sha256sum -- *.trace)
}

# same DIR DIR: both boots left the same traces and the same kernel log, whose time stamps count instructions. Prints
# where the boots differ, and whether the machines did: the recordings are removed at the end of the test.
same() {
	diff <(sums "$1") <(sums "$2") && cmp "$1/dmesg" "$2/dmesg" && return
	diff "$1/fingerprint" "$2/fingerprint"
	cmp "$1/record.trace" "$2/record.trace"
	diff "$1/record.trace" "$2/record.trace" | head -n 6
	diff <(sed 's/^\[[^]]*\]//' "$1/dmesg") <(sed 's/^\[[^]]*\]//' "$2/dmesg") | head -n 6
	return 1
}

phases() {
	[[ $(grep -c '"path": ' "$1/results.json") -eq 8 ]]
}

# recorded_sums DIR: results.json has the checksum of each trace file
recorded_sums() {
	local sum

	for sum in $(sums "$1" | cut -d ' ' -f 1); do
		grep -q "\"sha256\": \"$sum\"" "$1/results.json" || return 1
	done
}

explained() {
	userspace/flowbench fidelity --run "$1"
}

# matched DIR N: at least N calls are matched by name or incidental. What was reproduced once must not be lost. Both
# kinds are added, because a call changes from one to the other with the time of a TX completion or with the place where
# a page of buffers ends. (Measured on 5.10: 2016 + 131 under QEMU 7.2, 2002 + 145 under 10.0; on 6.12: 1486 + 156 and
# 1481 + 160. Of arm64's 6.12, 1504 + 153.)
declare -A least=([5.10]=2147 [6.12]=1664 [6.12-arm64]=1657)
matched() {
	userspace/flowbench fidelity --run "$1" | awk -v least="$2" '
	$1 == "phase" { for (i = 1; i <= NF; i++) column[$i] = i }
	$1 == "all" {
		printf "%d matched, %d incidental\n", $column["matched"], $column["incidental"]
		exit !($column["matched"] + $column["incidental"] >= least)
	}'
}

# doorbells DIR: each of the six documented calls of virtqueue_notify is matched. The alias table allows a driver to skip
# that call while the device still reads its queue. Cables that are hubs follow the guest's time, so this never happens.
doorbells() {
	local seen

	seen=$(userspace/flowbench fidelity --run "$1" --tree |
		awk '$1 == "virtqueue_notify" && $3 == "=" { n++ } END { print n + 0 }')
	echo "$seen of 6 are matched"
	((seen == 6))
}

make -s -C userspace program >/dev/null || exit 1
boots=${BOOTS:-2} more=()
((boots < 2)) || more=("${kernels[@]/%/-2}")
((boots < 3)) || more+=("${kernels[0]}-3")
ktap_plan $((6 * ${#kernels[@]} + ${#more[@]} + (boots > 1)))
for kernel in "${kernels[@]}"; do
	check "$kernel: every phase is found and proved" record "$kernel" "$dir/$kernel-1"
	check "$kernel: 8 phases in results.json" phases "$dir/$kernel-1"
	check "$kernel: results.json has the checksums of the files" recorded_sums "$dir/$kernel-1"
done
((boots < 2)) || check "further boots, with every core busy" busy_at_once machine "${more[@]}"
for boot in "${more[@]}"; do
	check "${boot%-*}: boot ${boot##*-} is the same to the byte" same "$dir/${boot%-*}-1" "$dir/$boot"
done
for kernel in "${kernels[@]}"; do
	check "$kernel: no documented call is missing without a reason" explained "$dir/$kernel-1"
	check "$kernel: the driver notifies the device for each packet, as documented" doorbells "$dir/$kernel-1"
	bound=${least[$kernel${ARCH:+-$ARCH}]:-}
	if [[ $bound ]]; then
		check "$kernel: at least $bound calls are matched by name or incidental" matched "$dir/$kernel-1" "$bound"
	else
		skip "$kernel: calls matched by name or incidental" "no count is known for this kernel"
	fi
done
ktap_end
