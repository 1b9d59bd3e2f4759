#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The module loads, shows its files to root only, is idle, and unloads.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh

ktap_plan 13
log_mark 10-module-load
on_exit module_unload
module_unload

files_are_private() {
	local seen

	seen=$(find "$FB_DEBUG" -type f -perm /077)
	[[ -z $seen ]] || { echo "others may read: $seen"; return 1; }
}

version_says() {
	local text

	text=$(<"$FB_DEBUG/version")
	grep -qE '^version=[0-9.]+$' <<<"$text" &&
		grep -qE '^build=[0-9A-F]{8,}$' <<<"$text" &&
		grep -qFx "kernel=$(uname -r)" <<<"$text"
}

all_hooks_off() {
	! awk '$3 != "off" || $4 != "-" || $5 != 0 { print; bad = 1 } END { exit !bad }' \
		"$FB_DEBUG/hooks"
}

kprobes_none() {
	[[ ! -s /sys/kernel/debug/kprobes/list ]]
}

ftrace_none() {
	[[ ! -s $FB_TRACING/enabled_functions ]]
}

# An open file holds a reference, whichever it is: the module cannot be unloaded meanwhile.
open_files_keep() {
	local file fd

	while IFS= read -r file; do
		if [[ $(stat -c %A "$file") == ?r* ]]; then exec {fd}<"$file"; else exec {fd}>"$file"; fi
		[[ $(</sys/module/flowbench/refcnt) == 1 ]] || { echo "$file: not kept"; return 1; }
		! rmmod flowbench 2>/dev/null || { echo "$file: it is unloaded"; return 1; }
		exec {fd}>&-
		[[ $(</sys/module/flowbench/refcnt) == 0 ]] || { echo "$file: still kept"; return 1; }
	done < <(find "$FB_DEBUG" -type f ! -path '*/histogram/*' && find "$FB_DEBUG/histogram" -type f | head -n 2)
}

check "loads" insmod "$FB_MODULE"
check "version names itself, its build and its kernel" version_says
check "files are for root only" files_are_private
check "every hook starts off" all_hooks_off
check "no kprobe while idle" kprobes_none
check "no function is traced while idle" ftrace_none
check "event packet is there" test -d "$FB_TRACING/events/flowbench/packet"
check "event mark is there" test -d "$FB_TRACING/events/flowbench/mark"
check "each hook has a histogram" test "$(wc -l <"$FB_DEBUG/hooks")" -eq \
	"$(find "$FB_DEBUG/histogram" -type f | wc -l)"
check "each open file keeps it" open_files_keep
check "unloads" rmmod flowbench
refuse "no files are left after unloading" test -e "$FB_DEBUG"
check "kernel log is clean" log_clean
ktap_end
