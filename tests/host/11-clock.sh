# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The guest's clock is the same, to the nanosecond, after 40,000 sleeps in each of two machines that run side
# by side with every core of this one busy: an idle processor is where QEMU's clock once depended on the
# host's time.
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
	scripts/boot --kernel "$1" --timeout 400 --out "$dir/$1-$2" --add "$dir/sleeps:sleeps" -- bash ./sleeps
}

sleepers() {
	local first status=0

	sleeper "$1" 1 >"$dir/$1-1.said" 2>&1 &
	first=$!
	sleeper "$1" 2 || status=$?
	wait "$first" || {
		status=$?
		cat "$dir/$1-1.said"
	}
	return "$status"
}

same_clock() {
	[[ $(grep -c '^now at [0-9]* nsecs$' "$dir/$1-1/clock") -eq 4 ]] &&
		diff "$dir/$1-1/clock" "$dir/$1-2/clock"
}

never_halts() {
	grep -qx 'idle=nop' "$dir/$1-1/fingerprint"
}

ktap_plan $((3 * ${#kernels[@]}))
for kernel in "${kernels[@]}"; do
	check "$kernel: two machines sleep 40,000 times" busy sleepers "$kernel"
	check "$kernel: their processors never halt" never_halts "$kernel"
	check "$kernel: their clocks are the same" same_clock "$kernel"
done
ktap_end
