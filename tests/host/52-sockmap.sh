# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# sockmap-redirect on each kernel of $KERNELS, with two processors that take turns. The path is proved. Each call is
# explained, and no reason is wrong. A second boot, with every core of the host busy, gives the same trace, to the byte.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export FB_SILENT=1 KVM=0 SMP=1
read -r -d '' -a kernels <<<"${KERNELS:-6.12}" || true

record() {
	scripts/vm/boot --kernel "$1" --turns 2 --out "$2" -- userspace/flowbench run -q --out out sockmap-redirect
}

same() {
	cmp "$1/record.trace" "$2/record.trace" &&
		cmp "$1/sockmap-redirect/p1.trace" "$2/sockmap-redirect/p1.trace" && cmp "$1/dmesg" "$2/dmesg"
}

processors() {
	grep -qx smp=2 "$1/fingerprint" && grep -qx mode=icount "$1/fingerprint"
}

# Calls that must be matched by name or incidental: what was reproduced once must not be lost.
declare -A least=([6.12]=118 [debug]=160)
matched() {
	userspace/flowbench fidelity --run "$1" | awk -v least="$2" '
	$1 == "phase" { for (i = 1; i <= NF; i++) column[$i] = i }
	$1 == "p1" {
		printf "%d matched, %d incidental\n", $column["matched"], $column["incidental"]
		exit !($column["matched"] + $column["incidental"] >= least)
	}'
}

# Functions whose return values may differ from the documented ones, on kernels that trace them: functions that return
# nothing, saved flags, and decisions of the scheduler.
declare -A may_differ=([debug]='_raw_spin_lock_bh _raw_spin_unlock _raw_spin_unlock_bh _raw_spin_unlock_irqrestore
	_raw_read_unlock_bh do_raw_spin_lock do_raw_spin_unlock __local_bh_disable_ip __local_bh_enable_ip
	fs_reclaim_acquire fs_reclaim_release prep_compound_page tcp_release_cb release_sock __wake_up_sync_key
	_raw_spin_lock_irqsave select_task_rq_fair available_idle_cpu ttwu_queue_wakelist __cond_resched
	__smp_call_single_queue native_send_call_func_single_ipi default_send_IPI_single_phys
	lock_sock_nested __mod_zone_page_state __might_fault migrate_disable migrate_enable')
returns() {
	userspace/flowbench fidelity --returns --run "$1" | awk -v names="$2" '
	BEGIN { split(names, name); for (i in name) may[name[i]] = 1 }
	/^$/ { list = 1 }
	$1 == "p1" && !list { print; said = $2 - $6; none = $6 }
	$1 == "p1" && list && !($4 in may) { print; bad++ }
	END { exit bad || !said || none }'
}

make -s userspace >/dev/null || exit 1
status=0
why=$(scripts/vm/qemu turns 2>&1 >/dev/null) || status=$?
if ((status == 69)); then
	ktap_plan 1
	skip "sockmap-redirect" "${why##*$'\n'}"
	ktap_end
fi
plan=0
for kernel in "${kernels[@]}"; do
	plan=$((plan + 6))
	[[ -z ${may_differ[$kernel]:-} ]] || plan=$((plan + 1))
done
ktap_plan "$plan"
for kernel in "${kernels[@]}"; do
	check "$kernel: the redirection is proved" record "$kernel" "$dir/$kernel-1"
	check "$kernel: two processors, one tick an instruction" processors "$dir/$kernel-1"
	check "$kernel: a second boot, with every core busy" busy record "$kernel" "$dir/$kernel-2"
	check "$kernel: both boots have the same trace, to the byte" same "$dir/$kernel-1" "$dir/$kernel-2"
	check "$kernel: no call is missing without a reason, and none is wrong" \
		userspace/flowbench fidelity --run "$dir/$kernel-1"
	if [[ -n ${least[$kernel]:-} ]]; then
		check "$kernel: at least ${least[$kernel]} calls are matched by name or incidental" \
			matched "$dir/$kernel-1" "${least[$kernel]}"
	else
		skip "$kernel: calls matched by name or incidental" "no count is known for this kernel"
	fi
	if [[ -n ${may_differ[$kernel]:-} ]]; then
		check "$kernel: calls returned what is documented" returns "$dir/$kernel-1" "${may_differ[$kernel]}"
	fi
done
ktap_end
