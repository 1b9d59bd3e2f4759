#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A module can be unloaded while its functions are hooked: its hooks become unavailable. After the
# module is loaded again, its hooks can be switched on again.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/net.sh
. tests/vm/net.sh

ktap_plan 9
log_mark 22-hooked-module-leaves
on_exit module_unload
module_load

state() {
	awk -v hook="$1" '$1 == hook { print $3, $4 }' "$FB_DEBUG/hooks"
}

leaves() {
	modprobe -r nft_flow_offload nf_flow_table_inet nf_flow_table || return 1
	[[ ! -d /sys/module/nf_flow_table ]]
}

comes() {
	modprobe nf_flow_table_inet && modprobe nft_flow_offload
}

counts() {
	net_send -n 1M || return 1
	grep 'nf_flow_offload_ip_hook NF_STOLEN' "$FB_DEBUG/verdicts"
}

comes
check "hooks of a loaded module switch on" write "$FB_DEBUG/hooks" \
	"+nf_flow_offload_ip_hook +flow_offload_lookup +nft_flow_offload_eval"
check "a hooked module can be unloaded" leaves
check "its hooks are unavailable" test \
	"$(state nf_flow_offload_ip_hook)" = "unavailable -"
refuse "unavailable hooks do not switch on" write "$FB_DEBUG/hooks" +nf_flow_offload_ip_hook
check "the module loads again" comes
check "its hooks switch on again" write "$FB_DEBUG/hooks" \
	"+nf_flow_offload_ip_hook +flow_offload_lookup"
net_up
net_flowtable
net_server
check "its hooks count again" counts
check "all hooks switch off" write "$FB_DEBUG/hooks" -all
check "kernel log is clean" log_clean
ktap_end
