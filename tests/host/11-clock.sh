# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Two machines with the same kernel have the same clock, to the nanosecond, after 40,000 sleeps each. The machines of
# all kernels run at the same time, and every core of the host is busy: QEMU's clock once depended on the host's time
# while the guest's processor was idle.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export FB_SILENT=1 KVM=0
kernels=(6.12 5.10)

cat >"$dir/sleeps" <<'EOF'
for _ in 1 2 3 4; do
	perl -e 'select undef, undef, undef, 0.0001 for 1 .. 10000'
	grep '^now at' /proc/timer_list
done >out/clock
EOF

# sleeper KERNEL-N: boots a machine that sleeps, and stores its clock in $dir/KERNEL-N/clock
sleeper() {
	scripts/vm/boot --kernel "${1%-*}" --timeout 800 --out "$dir/$1" --add "$dir/sleeps:sleeps" -- bash ./sleeps
}

same_clock() {
	[[ $(grep -c '^now at [0-9]* nsecs$' "$dir/$1-1/clock") -eq 4 ]] &&
		diff "$dir/$1-1/clock" "$dir/$1-2/clock"
}

never_halts() {
	grep -qx 'idle=nop' "$dir/$1-1/fingerprint"
}

machines=()
for kernel in "${kernels[@]}"; do machines+=("$kernel-1" "$kernel-2"); done
ktap_plan $((1 + 2 * ${#kernels[@]}))
check "${#machines[@]} machines sleep 40,000 times each" busy_at_once sleeper "${machines[@]}"
for kernel in "${kernels[@]}"; do
	check "$kernel: their processors never halt" never_halts "$kernel"
	check "$kernel: their clocks are the same" same_clock "$kernel"
done
ktap_end
