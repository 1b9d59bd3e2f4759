# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The guest's clock is the same, to the nanosecond, after 40,000 sleeps in each of two machines of a kernel. They
# run side by side with those of the other kernels, and with every core of this machine busy: an idle processor is
# where QEMU's clock once depended on the host's time.
set -uo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../vm/lib.sh"

cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 1
dir=$(mktemp -d)
on_exit rm -rf "$dir"
export FB_SILENT=1 KVM=0
kernels=(6.12 5.10)

cat >"$dir/sleeps" <<'EOF'
for _ in 1 2 3 4; do
	perl -e 'select undef, undef, undef, 0.0001 for 1 .. 10000'
	grep '^now at' /proc/timer_list
done >out/clock
EOF

# sleeper KERNEL N
sleeper() {
	scripts/boot --kernel "$1" --timeout 800 --out "$dir/$1-$2" --add "$dir/sleeps:sleeps" -- bash ./sleeps
}

# two of each kernel
sleepers() {
	local kernel n pid started=() status=0

	for kernel in "${kernels[@]}"; do
		for n in 1 2; do
			sleeper "$kernel" "$n" >"$dir/$kernel-$n.said" 2>&1 &
			started+=("$!")
		done
	done
	for pid in "${started[@]}"; do wait "$pid" || status=$?; done
	((status == 0)) || cat "$dir"/*.said
	return "$status"
}

same_clock() {
	[[ $(grep -c '^now at [0-9]* nsecs$' "$dir/$1-1/clock") -eq 4 ]] &&
		diff "$dir/$1-1/clock" "$dir/$1-2/clock"
}

never_halts() {
	grep -qx 'idle=nop' "$dir/$1-1/fingerprint"
}

# At work are at least two more than there are cores; a machine that never halts is one of them.
machines=$((2 * ${#kernels[@]})) cores=$(nproc)
ktap_plan $((1 + 2 * ${#kernels[@]}))
CORES=$((cores + 2 > machines ? cores + 2 - machines : 0)) \
	check "$machines machines sleep 40,000 times each" busy sleepers
for kernel in "${kernels[@]}"; do
	check "$kernel: their processors never halt" never_halts "$kernel"
	check "$kernel: their clocks are the same" same_clock "$kernel"
done
ktap_end
