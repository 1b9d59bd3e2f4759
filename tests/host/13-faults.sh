# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Faults during a run: the machine is killed while its results are copied, or the disk is full. The run ends with an
# error that names the fault. The earlier result stays complete and stays out/latest. No temporary file remains.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset QUIET VERBOSE KERNEL SCENARIO ESP NAT NIC SMP CABLES MODULES PATHS BENCH PROFILE WHY FB_STEPS
export KVM=0

# A copy of the tree, with an earlier result. The machine is real, but its command only writes random bytes, which
# cannot be compressed, so that copying the results takes a while.
tree=$dir/tree
mkdir -p "$tree/out"
cp -a Makefile Kbuild kmod netns-lab scripts tests userspace "$tree/"
mv "$tree/scripts/vm/boot" "$tree/scripts/vm/boot-real"
cat >"$tree/scripts/vm/boot" <<'EOF'
#!/bin/bash
# Boots with the options of the caller, but with a command of the test.
options=(--bare)
while [[ $1 != -- ]]; do
	case $1 in
	--nics) shift 2 ;;
	*) options+=("$1") && shift ;;
	esac
done
[[ -z ${BEFORE:-} ]] || eval "$BEFORE"
exec "${BASH_SOURCE[0]}-real" "${options[@]}" -- bash -c 'head -c 3000000 /dev/urandom >out/big
	echo "{}" >out/results.json; echo "{}" >out/bench.json; echo said'
EOF
chmod +x "$tree/scripts/vm/boot"

earlier() {
	rm -rf "$tree/out"/* "$tree/out"/.[a-z]*
	mkdir -p "$tree/out/$1"
	echo whole >"$tree/out/$1/results.json"
	echo whole >"$tree/out/$1/bench.json"
	ln -s "$1" "$tree/out/latest"
}

# as_before NAME: the earlier result is complete, and out/latest leads to it
as_before() {
	[[ $(readlink "$tree/out/latest") == "$1" && $(<"$tree/out/latest/results.json") == whole &&
		$(<"$tree/out/latest/bench.json") == whole && $(ls "$tree/out/latest") == bench.json$'\n'results.json ]] || {
		ls -la "$tree/out" "$tree/out/"*
		return 1
	}
}

# nothing_left: no partial result, no scratch folder and no machine of this test remains. Others may run now.
nothing_left() {
	local left

	left=$(find "$tree/out" -maxdepth 1 -name '.*.partial')
	[[ -z $left ]] || { echo "left: $left"; return 1; }
	[[ ! -e ${scratch:-} && ! -e ${scratch:-}.lock ]] || { echo "left: $scratch"; return 1; }
	[[ -z ${machine:-} || ! -e /proc/$machine ]] || { echo "the machine is still there"; return 1; }
}

# names STATUS TEXT COMMAND…: COMMAND ends with STATUS, and its standard error has TEXT
names() {
	ends_apart "$1" "${@:3}" && grep -qF -- "$2" "$dir/err" && return
	cat "$dir/err"
	return 1
}

# machine_of PID: sets machine to the QEMU below process PID, and scratch to its scratch folder
machine_of() {
	local pid child

	for child in $(pgrep -P "$1"); do
		if [[ $(<"/proc/$child/comm") == qemu* ]]; then
			machine=$child
			scratch=$(tr '\0' '\n' <"/proc/$child/cmdline" | sed -n 's/^file:\(.*\)\/console$/\1/p')
			[[ -n $scratch ]] && return
		fi
		machine_of "$child" && return
	done 2>/dev/null
	return 1
}

results_come() {
	[[ -s $scratch/results.tgz ]]
}

# killed SCRIPT STATUS TEXT: SCRIPT ends with STATUS and TEXT when its machine is killed while results are copied
killed() {
	local pid status=0

	"$tree/scripts/$1" >"$dir/out" 2>"$dir/err" </dev/null &
	pid=$!
	if ! { wait_until 60 machine_of "$pid" && wait_until 60 results_come; }; then
		echo "no results within 60 s"
		cat "$dir/err"
		kill "$pid" 2>/dev/null
		return 1
	fi
	kill -KILL "$machine"
	wait "$pid" || status=$?
	[[ $status -eq $2 ]] && grep -qF -- "$3" "$dir/err" && return
	echo "status $status"
	cat "$dir/err"
	return 1
}

# small SIZE COMMAND…: runs COMMAND while out/ lies on a file system of SIZE
small() {
	local size=$1

	shift
	# shellcheck disable=SC2016 # expanded by that shell
	unshare -m bash -c 'mount -t tmpfs -o "size=$1" tmpfs "$2" && cp -a "$3/." "$2/" && shift 3 && "$@"
		status=$?
		rm -f "$0/out/fill"
		cp -a "$0/out/." "$0.after/"
		exit "$status"' "$tree" "$size" "$tree/out" "$dir/was" "$@"
}

# on_small SIZE STATUS TEXT SCRIPT: SCRIPT ends with STATUS and TEXT on such a file system; out/ keeps what it left
on_small() {
	rm -rf "$dir/was" "$tree.after"
	cp -a "$tree/out" "$dir/was" && mkdir "$tree.after"
	names "$2" "$3" small "$1" "$tree/scripts/$4" || return 1
	rm -rf "$tree/out"
	mv "$tree.after" "$tree/out"
}

# sites: tests/debug/faults.sites has a line for each call of the module that may allocate memory, and no other line.
# What debugfs_file.c allocates is listed with its callers.
sites() {
	local calls='k[mzcv]*alloc|kv[zc]*alloc|__vmalloc|alloc_percpu|alloc_skb|build_skb|napi_build_skb|xdp_build_skb_from_frame|napi_alloc_frag|alloc_pages|kstrdup|memdup_user_nul|single_open'

	calls+='|fb_debugfs_show|fb_debugfs_text|fb_debugfs_dir|debugfs_create_dir|debugfs_create_file|register_[a-z_]+|kthread_create_on_node|fb_attach'
	calls+='|nf_register_net_hook|rtnl_link_register|alloc_netdev|kmem_cache_[a-z]+|[a-z_]*memdup[a-z_]*'
	diff <(
		{
			grep -oE "\\b($calls)\(" kmod/*.c kmod/{bench,hardware,why}/*.c | sed 's/^kmod\///; s/($//; s/:/|/
				/^debugfs_file\.c|/d
				s/fb_debugfs_show/single_open/; s/fb_debugfs_text/memdup_user_nul/; s/fb_debugfs_dir/debugfs_create_dir/
				s/fb_attach$/tracepoint_probe_register/'
			sed -n 's/^FB_SHOW_ATTRIBUTE(\(.*\));/debugfs.c|\1_open/p' kmod/debugfs.c
			sed -n 's/^FB_SHOW_ATTRIBUTE(\(.*\));/bench\/files.c|\1_open/p' kmod/bench/files.c
			sed -n 's/^FB_SHOW_ATTRIBUTE(\(.*\));/hardware\/control.c|\1_open/p' kmod/hardware/control.c
		} | sort -u
	) <(
		awk -F '|' '/^[^#]/ { split($3, call, " "); print $1 "|" (call[1] == "single_open" && $2 != "hooks_open" &&
			$2 != "config_open" && $2 != "why_open" && $2 != "control_open" && $2 != "observed_open" ? $2 : call[1]) }' tests/debug/faults.sites | sort -u
	)
}

# readable_sites: each line has five or six fields, the sixth is a number, and the expressions are some
readable_sites() {
	local line file function call operation stack first status bad=0

	while IFS= read -r line; do
		IFS='|' read -r file function call operation stack first <<<"$line"
		status=0
		# shellcheck disable=SC2319 # the status of a condition: 2 for an invalid expression
		[[ x =~ ^($operation)$ && x =~ $stack ]] || status=$?
		((status < 2)) && [[ $file && $function && $call && $operation && $stack && $first =~ ^[0-9]*$ ]] && continue
		printf '%s\n' "$line"
		bad=1
	done < <(grep -v '^#' tests/debug/faults.sites)
	return "$bad"
}

ktap_plan 16
check "each line of faults.sites can be read" readable_sites
check "faults.sites lists each place of the module that allocates memory" sites
latest=esp-gateway-6.12
earlier $latest
check "run: the machine is killed while its results are copied" killed run 200 \
	'the machine was lost: it ended without a word (signal 9)'
check "the earlier result is complete, and is out/latest" as_before $latest
check "no temporary file and no machine remains" nothing_left
latest=bench-6.12
earlier $latest
scratch='' machine=''

can_mount=1
unshare -m mount -t tmpfs tmpfs "$dir" 2>/dev/null || can_mount=''
if [[ -n $can_mount ]]; then
	check "bench: no space for a result at the start" on_small 50m 1 "no space left in $tree/out" bench
	check "the earlier result is complete, and is out/latest" as_before $latest
	# The space that is checked at the start is there, and then it is used up. For `run`, 1 MB is left.
	export BEFORE="head -c 200m /dev/zero >$tree/out/fill 2>/dev/null"
	export PATHS=conntrack
	check "bench: the disk fills up while results are copied" on_small 140m 1 \
		"cannot write $tree/out/.bench-6.12.partial/printed" bench
	check "the earlier result is complete, and is out/latest" as_before $latest
	# Two boots share them.
	PATHS=$(cd userspace/data/paths && printf '%s\n' * | head -n 9 | tr '\n' ' ')
	check "bench of many paths: the same" on_small 140m 1 "cannot write $tree/out/.bench-6.12.partial/part/" bench
	check "the earlier result is complete, and is out/latest" as_before $latest
	check "no temporary file and no machine remains" nothing_left
	earlier esp-gateway-6.12
	export BEFORE="head -c 139m /dev/zero >$tree/out/fill"
	check "run: the disk fills up while results are copied" on_small 140m 201 \
		"cannot write the results to $tree/out/.esp-gateway-6.12.partial" run
	check "the earlier result is complete, and is out/latest" as_before esp-gateway-6.12
	unset BEFORE PATHS
else
	for _ in {1..9}; do skip "the disk is full" "no file system can be mounted here"; done
fi
earlier $latest
check "TMPDIR does not exist: the message names it" names 2 "$dir/nowhere" env "TMPDIR=$dir/nowhere" "$tree/scripts/run"
check "the earlier result is complete, and is out/latest" as_before $latest
ktap_end
