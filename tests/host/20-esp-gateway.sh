# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The scenario esp-gateway, from live traffic, on each kernel of $KERNELS: all phases, each call
# of the documented trace explained, and every trace file the same to the byte over three boots,
# one of them with every core of this machine busy.
set -uo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../vm/lib.sh"

cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 1
dir=$(mktemp -d)
on_exit rm -rf "$dir"
export FB_SILENT=1 KVM=0 SMP=1
read -ra kernels <<<"${KERNELS:-6.12 5.10}"

# record KERNEL DIR
record() {
	scripts/boot --kernel "$1" --nics netns-lab/topologies/esp-gateway.nics --out "$2" -- \
		userspace/flowbench run -q --out out esp-gateway
}

# The same with every core busy until it has ended.
record_busy() {
	local pids=() i status=0

	for ((i = 0; i < $(nproc); i++)); do
		timeout 900 sha256sum /dev/zero &
		pids+=($!)
	done
	record "$@" || status=$?
	kill "${pids[@]}" 2>/dev/null
	wait "${pids[@]}" 2>/dev/null
	return "$status"
}

sums() {
	(cd "$1/esp-gateway" && sha256sum -- *.trace)
}

same() {
	diff <(sums "$1") <(sums "$2")
}

phases() {
	[[ $(grep -c '"path": ' "$1/results.json") -eq 8 ]]
}

# The checksums in results.json are those of the files.
recorded_sums() {
	local sum

	for sum in $(sums "$1" | cut -d ' ' -f 1); do
		grep -q "\"sha256\": \"$sum\"" "$1/results.json" || return 1
	done
}

explained() {
	userspace/flowbench fidelity --run "$1"
}

# matched% of the line "all"
at_least() {
	local percent

	percent=$(userspace/flowbench fidelity --run "$1" | awk '$1 == "all" { print $NF + 0 }')
	echo "$percent % matched by name"
	awk -v p="$percent" -v least="$2" 'BEGIN { exit !(p >= least) }'
}

make -s userspace >/dev/null || exit 1
ktap_plan $((8 * ${#kernels[@]}))
for kernel in "${kernels[@]}"; do
	check "$kernel: every phase is found and proved" record "$kernel" "$dir/$kernel-1"
	check "$kernel: 8 phases in results.json" phases "$dir/$kernel-1"
	check "$kernel: its checksums are those of the files" recorded_sums "$dir/$kernel-1"
	check "$kernel: a second boot runs as well" record "$kernel" "$dir/$kernel-2"
	check "$kernel: the same to the byte" same "$dir/$kernel-1" "$dir/$kernel-2"
	check "$kernel: the same to the byte with every core busy" bash -c "$(declare -f record \
		record_busy sums same); record_busy $kernel $dir/$kernel-3 && same $dir/$kernel-1 $dir/$kernel-3"
	check "$kernel: no documented call is missing without a reason" explained "$dir/$kernel-1"
	if [[ $kernel == 5.10 ]]; then
		check "$kernel: 90 % of the calls that are not incidental are matched by name" \
			at_least "$dir/$kernel-1" 90
	else
		skip "$kernel: 90 % matched by name" "that bound is for 5.10, the documented series"
	fi
done
ktap_end
