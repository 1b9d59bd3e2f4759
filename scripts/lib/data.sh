# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the files of scripts/data say, and which paths and scenarios there are.

# fb_list FILE…: the words of data files without comments, one a line
fb_list() {
	sed -e 's/#.*//' -- "$@" | tr -s ' \t\n' '\n' | sed '/^$/d'
}

# fb_suite_of VERSION: the suite that carries this kernel; nothing if data/kernels does not have it
fb_suite_of() {
	# As text: 5.1 is not 5.10.
	v=$1 awk '$1 "" == ENVIRON["v"] "" { print $2 }' "$FB_SCRIPTS/data/kernels"
}

# fb_kernels: the versions of data/kernels: "5.10, 6.1, …"
fb_kernels() {
	awk '!/^#/ { printf "%s%s", sep, $1; sep = ", " }' "$FB_SCRIPTS/data/kernels"
}

# fb_kernel_before SERIES: the newest version of data/kernels that is not newer; the oldest one if all are
fb_kernel_before() {
	awk '!/^#/ { print $1 }' "$FB_SCRIPTS/data/kernels" | sort -V | awk -v series="$1" '
		function key(v, part) { split(v, part, "."); return part[1] * 1000 + part[2] }
		NR == 1 || key($1) <= key(series) { found = $1 }
		END { print found }'
}

# fb_suites: the suites of data/suites, one a line
fb_suites() {
	awk '!/^#/ { print $1 }' "$FB_SCRIPTS/data/suites"
}

# fb_suite_and_beside SUITE: SUITE, and the suite that its packages need beside it
fb_suite_and_beside() {
	awk -v s="$1" '$1 == s { beside = $2 } END { print s, beside }' "$FB_SCRIPTS/data/suites"
}

# fb_image_suite: the suite of the guest's userland
fb_image_suite() {
	printf '%s\n' "$(<"$FB_SCRIPTS/data/image.suite")"
}

# fb_cpu: the processor that data/arch names, as QEMU's -cpu takes it: MODEL,FLAG=on,FLAG=off…
fb_cpu() {
	fb_list "$FB_SCRIPTS/data/$(fb_arch cpu)" | awk '
		NR == 1 { printf "%s", $0; next }
		{ printf ",%s=%s", substr($0, 1 + /^-/), /^-/ ? "off" : "on" }
		END { print "" }'
}

# fb_image_kernel: the kernel version of that suite
fb_image_kernel() {
	awk -v s="$(fb_image_suite)" '$2 == s { print $1 }' "$FB_SCRIPTS/data/kernels"
}

# fb_oldest_kernel: the oldest version of data/kernels
fb_oldest_kernel() {
	awk '!/^#/ { print $1 }' "$FB_SCRIPTS/data/kernels" | sort -V | sed -n 1p
}

# fb_known KIND [NAME…]: ends the script unless each NAME is a path or a scenario. KIND is paths or scenarios.
fb_known() {
	local dir=$FB_TOP/userspace/data/$1 kind=${1%s} name
	shift

	for name; do
		[[ $name =~ ^[a-z0-9-]+$ && -f $dir/$name ]] ||
			fb_die -s 2 "$kind $(fb_quoted "$name"): expected one of $(cd -- "$dir" && echo *)"
	done
}

# fb_paths: sets FB_WORDS to the paths of PATHS=, with white space or commas between
fb_paths() {
	local PATHS=${PATHS:-}

	PATHS=${PATHS//,/ }
	fb_words PATHS
	fb_once
	fb_known paths "${FB_WORDS[@]}"
}

# fb_check_heads: prints NAME, KEY and VALUE of each line in the heads of all checks, with tabs between
fb_check_heads() {
	awk -f "$FB_TOP/userspace/data/checks/heads.awk" "$FB_TOP"/userspace/data/checks/*-*.sh
}

# fb_check_names: prints the names of all checks, one a line
fb_check_names() {
	fb_check_heads | awk -F '\t' '$2 == "proves" { print $1 }'
}

# fb_checks NAME…: prints the checks that each NAME means, one a line: that check, or those whose
# name begins with these words. Ends the script if NAME is neither.
fb_checks() {
	local name names

	names=$(fb_check_names)
	for name; do
		{ [[ $name =~ ^[a-z0-9]+(-[a-z0-9]+)*$ ]] && grep -xE "$name(-.*)?" <<<"$names"; } ||
			fb_die -s 2 "check $(fb_quoted "$name"): expected names of userspace/data/checks, or their first words, as in 'kept ends-fin4'"
	done
}

# fb_nic_kinds FILE KIND: prints "NAME KIND" for each NIC of FILE, a *.nics, that is igb, e1000 or e1000e. KIND
# is NIC=: empty for those that FILE says; igb for the same, or an igb for each if FILE says none; virtio and veth for none.
fb_nic_kinds() {
	local named

	[[ -n $1 && $2 != virtio && $2 != veth ]] || return 0
	named=$(awk '!/^#/ && $4 ~ /^(igb|e1000e?)(,|$)/ { sub(/,.*/, "", $4); print $1, $4 }' "$1")
	[[ $2 != igb || -n $named ]] || named=$(awk 'NF && !/^#/ { print $1, "igb" }' "$1")
	printf '%s' "$named"
}

# fb_nic_devices FILE KIND: prints the devices of QEMU that these NICs are, one a line
fb_nic_devices() {
	fb_nic_kinds "$@" | awk '{ print $2 }' | sort -u
}

# fb_scenario_value SCENARIO KEY: the value in the head of the scenario's file; nothing if it has none
fb_scenario_value() {
	sed -n "/^\[/q; s/^$2 *= *//p" "$FB_TOP/userspace/data/scenarios/$1"
}
