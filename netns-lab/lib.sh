# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions that a topology is built with: namespaces, links, settings, daemons, and the
# clean-up. lab sources this file after it has set
#   LAB_DIR    this directory
#   LAB_ID     [a-z0-9]+, part of each namespace's name
#   LAB_CONF   directory of the topology's files
#   LAB_NICS   file that lists the topology's cables
#   LAB_STATE  /run/flowbench/<id>
#   LAB_NIC    veth, virtio, igb, e1000 or e1000e; none for a topology without cables
#   LAB_WITH   files of --with, separated by commas
#   LAB_FLOWS  number of connections, or empty
#   LAB_NAT    legacy, nft, or empty
#   LAB_START  warm, cold, or empty
#
# A node has a short name (gw); its namespace is fb-<id>-<node>. A lab makes nothing but
# namespaces, what lives in them, and LAB_STATE. So lab_down can clean up after an
# interrupted lab_up without a record of how far lab_up came.

# This file exists if a lab, and not the machine, has made /run/netns.
lab_made_netns=/run/flowbench/made-netns

lab_die() {
	printf 'lab: %s\n' "$*" >&2
	exit 1
}

lab_ns() {
	printf 'fb-%s-%s' "$LAB_ID" "$1"
}

# lab_run NODE COMMAND…: run COMMAND in the node's namespace.
lab_run() {
	local ns

	ns=$(lab_ns "$1")
	shift
	ip netns exec "$ns" "$@"
}

# lab_enter NODE COMMAND…: like lab_run, but keeps the machine's /sys. Faster, because it mounts nothing.
lab_enter() {
	local node=$1
	shift

	nsenter --net="/run/netns/fb-$LAB_ID-$node" "$@"
}

# lab_pause: sleeps 20 ms without starting a process.
lab_pause() {
	[[ -n ${lab_tick:-} ]] || exec {lab_tick}<> <(:)
	read -r -t 0.02 -u "$lab_tick" || true
}

# lab_wait SECONDS COMMAND…: repeats COMMAND until it succeeds. Returns false after SECONDS.
lab_wait() {
	local end=$((SECONDS + $1))
	shift

	until "$@" >/dev/null 2>&1; do
		((SECONDS <= end)) || return 1
		lab_pause
	done
}

# --- requirements, checked before anything is changed -----------------------

lab_need_root() {
	((EUID == 0)) || lab_die "must be run as root"
}

lab_need_tools() {
	local tool

	for tool in "$@"; do
		command -v "$tool" >/dev/null ||
			lab_die "the command '$tool' is missing: install its package"
	done
}

# lab_need_modules NAME…: ends the program unless each module is built in, loaded or loadable.
# A name that begins with ? is optional.
lab_need_modules() {
	local module

	for module in "$@"; do
		[[ $module == \?* || -d /sys/module/$module ]] || modprobe -qn "$module" ||
			lab_die "this kernel ($(uname -r)) has no module '$module'"
	done
}

# lab_need_file FILE…: ends the program unless each file exists.
lab_need_file() {
	local file

	for file in "$@"; do
		[[ -e $file ]] || lab_die "$file is missing"
	done
}

# lab_cables: prints the topology's cable ends as lines of "node device mac cable". The columns
# after them in the file are properties for QEMU.
lab_cables() {
	local name mac cable _

	while read -r name mac cable _; do
		[[ -z $name || $name == \#* ]] && continue
		printf '%s %s %s %s\n' "${name%.*}" "${name##*.}" "$mac" "$cable"
	done <"$LAB_NICS"
}

# lab_nic MAC: prints the name of the NIC with this address in our own namespace. Returns false
# if there is none. A veth of the same address does not count: it has no /sys device.
lab_nic() {
	local path

	for path in /sys/class/net/*; do
		[[ -e $path/device && $(<"$path/address") == "$1" ]] || continue
		printf '%s\n' "${path##*/}"
		return 0
	done
	return 1
}

# lab_need_nics: ends the program unless the VM has a NIC for each end of a cable.
lab_need_nics() {
	local node dev mac cable

	while read -r node dev mac cable; do
		lab_nic "$mac" >/dev/null ||
			lab_die "no NIC $mac for $node's $dev: boot with --nics ${LAB_NICS#"$LAB_DIR"/}, or use --nic veth"
	done < <(lab_cables)
}

# --- building ----------------------------------------------------------------

# lab_load_modules NAME…: loads the modules; an optional one (?NAME) may fail. Starts no process for
# a loaded module, and one modprobe for all optional ones, because a process is slow in the guest.
lab_load_modules() {
	local module name may=()

	for module in "$@"; do
		name=${module#\?}
		if [[ -d /sys/module/${name//-/_} ]]; then
			continue
		elif [[ $module == \?* ]]; then
			may+=("$name")
		else
			modprobe -q "$name" || lab_die "module '$module' cannot be loaded"
		fi
	done
	((${#may[@]} == 0)) || modprobe -qa "${may[@]}" || true
}

# lab_sysctl NODE FILE: applies lines of "key = value" in the node. A line of "? key = value" is
# skipped if the kernel has no such key.
lab_sysctl() {
	# shellcheck disable=SC2016 # expanded in the namespace
	lab_enter "$1" bash -euc '
		while read -r key eq value; do
			if [[ $key == "?" ]]; then
				key=$eq value=${value#= }
				[[ -e /proc/sys/${key//.//} ]] || continue
			elif [[ -z $key || $key == \#* ]]; then
				continue
			fi
			echo "$value" >"/proc/sys/${key//.//}" || {
				echo "lab: cannot set sysctl $key to $value" >&2
				exit 1
			}
		done <"$1"' bash "$2"
}

# lab_node NODE: makes the node's namespace, applies node.sysctl and sets lo up.
lab_node() {
	local ns

	ns=$(lab_ns "$1")
	ip netns add "$ns"
	lab_sysctl "$1" "$LAB_CONF/node.sysctl"
	ip -n "$ns" link set lo up
}

# lab_veth NODE DEV NODE DEV: makes a veth pair directly in the two namespaces, so that no other
# namespace ever sees the devices.
lab_veth() {
	local a b

	a=$(lab_ns "$1") b=$(lab_ns "$3")
	ip -n "$a" link add "$2" type veth peer name "$4" netns "$b"
}

# lab_wire: makes the topology's cables: moves the VM's NICs into the nodes, or makes veth pairs.
lab_wire() {
	local node dev mac cable name
	local -A first

	while read -r node dev mac cable; do
		if [[ $LAB_NIC != veth ]]; then
			name=$(lab_nic "$mac") || lab_die "NIC $mac has disappeared"
			# Write down the NIC's own name before it is moved: lab_unwire needs that name.
			printf '%s %s %s\n' "$node" "$dev" "$name" >>"$LAB_STATE/nics"
			ip link set "$name" down
			ip link set "$name" netns "$(lab_ns "$node")" name "$dev"
		elif [[ -n ${first[$cable]:-} ]]; then
			# shellcheck disable=SC2086 # two words, node and device
			lab_veth ${first[$cable]% *} "$node" "$dev"
			ip -n "$(lab_ns "$node")" link set "$dev" address "$mac"
			# shellcheck disable=SC2086
			lab_veth_mac ${first[$cable]}
		else
			first[$cable]="$node $dev $mac"
		fi
	done < <(lab_cables)
}

lab_veth_mac() {
	ip -n "$(lab_ns "$1")" link set "$2" address "$3"
}

# lab_address NODE DEV ADDRESS/LEN: adds the address and sets the device up.
lab_address() {
	local ns

	ns=$(lab_ns "$1")
	ip -n "$ns" address add "$3" dev "$2"
	ip -n "$ns" link set "$2" up
}

lab_carrier() {
	[[ $(lab_run "$1" cat "/sys/class/net/$2/carrier") == 1 ]]
}

lab_mac() {
	lab_run "$1" cat "/sys/class/net/$2/address"
}

# lab_no_queue_limit NODE DEV: raises the device's byte queue limit to 64 KiB, more than a scenario
# sends at once. By default the limit starts at one packet and grows only under load.
lab_no_queue_limit() {
	# shellcheck disable=SC2016 # expanded in the namespace
	lab_run "$1" bash -c 'for limit in /sys/class/net/"$0"/queues/tx-*/byte_queue_limits; do
		[[ ! -e $limit/limit_min ]] || echo 65536 >"$limit/limit_min"
	done' "$2"
}

# lab_neighbours NODE DEV ADDRESS NODE DEV ADDRESS: makes each node a permanent neighbour of the
# other, so that no ARP packet and no ageing falls into a traced phase.
lab_neighbours() {
	ip -n "$(lab_ns "$1")" neighbour replace "$6" dev "$2" \
		lladdr "$(lab_mac "$4" "$5")" nud permanent
	ip -n "$(lab_ns "$4")" neighbour replace "$3" dev "$5" \
		lladdr "$(lab_mac "$1" "$2")" nud permanent
}

# --- the files of --with --------------------------------------------------------

# lab_with_modules: prints the modules that the files of --with name in their "# needs:" lines.
lab_with_modules() {
	local file

	for file in ${LAB_WITH//,/ }; do
		sed -n 's/^# needs: //p' "$LAB_CONF/with/$file"
	done
}

# lab_with NODE: applies the files of --with in the node, in their order.
lab_with() {
	local file

	for file in ${LAB_WITH//,/ }; do
		case $file in
		*.sysctl) lab_sysctl "$1" "$LAB_CONF/with/$file" ;;
		*.ip) lab_text "$LAB_CONF/with/$file" | ip -n "$(lab_ns "$1")" -batch - >/dev/null ;;
		*.bridge) bridge -n "$(lab_ns "$1")" -batch "$LAB_CONF/with/$file" ;;
		*.tc) lab_enter "$1" tc -batch "$LAB_CONF/with/$file" ;;
		*.ethtool) lab_ethtool "$1" "$LAB_CONF/with/$file" ;;
		*.nft) lab_text "$LAB_CONF/with/$file" | lab_run "$1" nft -f - ;;
		*.ipvs) lab_text "$LAB_CONF/with/$file" | sed '/^#/d' | lab_run "$1" ipvsadm -R ;;
		*.iptables) lab_run "$1" iptables-legacy-restore --noflush <"$LAB_CONF/with/$file" ;;
		*.ip6tables) lab_run "$1" ip6tables-legacy-restore --noflush <"$LAB_CONF/with/$file" ;;
		*.iptables-nft) lab_run "$1" iptables-nft-restore --noflush <"$LAB_CONF/with/$file" ;;
		*.xdp) lab_xdp "$1" "$LAB_CONF/with/$file" ;;
		*.xdp-forward | *.xdp-filter) lab_xdp_tool "$1" "$LAB_CONF/with/$file" "${file##*.}" ;;
		*.socat) lab_socat "$1" "$LAB_CONF/with/$file" ;;
		*.hardware) lab_hardware "$1" "$LAB_CONF/with/$file" ;;
		esac || lab_die "$file cannot be applied"
	done
}

# lab_text FILE: prints FILE and what its "# awk: " lines print. Together these lines are one awk program, for what would
# be a thousand lines and more.
lab_text() {
	local program

	program=$(sed -n 's/^# awk: //p' "$1")
	cat "$1" && { [[ -z $program ]] || awk "$program"; }
}

# lab_ethtool NODE FILE: runs ethtool once for each line of FILE, which holds its arguments.
lab_ethtool() {
	local args

	while read -r -a args; do
		[[ ${args[0]:-#} == \#* ]] || lab_enter "$1" ethtool "${args[@]}" >/dev/null || return
	done <"$2"
}

# lab_flowbench: prints the program: the one that is built here, else the one that is installed.
lab_flowbench() {
	local built=$LAB_DIR/../userspace/flowbench

	if [[ -x $built ]]; then printf '%s' "$built"; else command -v flowbench; fi
}

# lab_xdp NODE FILE: runs flowbench xdp in the node with the options of each line.
lab_xdp() {
	local program options

	program=$(lab_flowbench) || lab_die "the program flowbench is missing: make userspace"
	while read -r -a options; do
		[[ ${options[*]} == --* ]] || continue
		lab_enter "$1" "$program" xdp "${options[@]}" || return 1
	done <"$2"
}

# lab_xdp_tool NODE FILE TOOL: runs TOOL load, of xdp-tools, in the node with the options of each line. What it pins lies in
# a file system of the lab's.
lab_xdp_tool() {
	local options said

	mkdir "$LAB_STATE/bpf" && mount -t bpf bpf "$LAB_STATE/bpf" || return
	while read -r -a options; do
		[[ ${options[*]} == -* ]] || continue
		said=$(LIBXDP_BPFFS=$LAB_STATE/bpf lab_enter "$1" "$3" load "${options[@]}" 2>&1) ||
			lab_die "$3 load ${options[*]}: $(grep -m 1 -E "^(Fail|Could)" <<<"$said" || printf '%s' "$said")"
	done <"$2"
}

# lab_unpin: lets go of what xdp-forward has pinned.
lab_unpin() {
	[[ -d $LAB_STATE/bpf ]] || return 0
	! mountpoint -q "$LAB_STATE/bpf" || umount "$LAB_STATE/bpf"
}

# lab_socat NODE FILE: holds a socket in the node for each address of socat, a line each, until the lab goes.
lab_socat() {
	local address port

	while read -r address; do
		[[ $address == UDP* ]] || continue
		port=${address#*:}
		setsid nsenter --net="/run/netns/$(lab_ns "$1")" socat -u "$address" /dev/null {LAB_LOCK}<&- </dev/null >/dev/null 2>&1 &
		lab_wait 5 lab_enter "$1" grep -qi "$(printf ':%04x ' "${port%%,*}")" /proc/self/net/udp || return 1
	done <"$2"
}

# lab_hardware NODE FILE: writes each line of FILE to the module's model of hardware, which is switched off with the node. That of
# a lab before may be on its way out.
lab_hardware() {
	local line control=/sys/kernel/debug/flowbench/hardware/control

	[[ -e $control ]] || lab_die "$file: module flowbench is not loaded, or has no hardware"
	while read -r line; do
		[[ ${line:-#} == \#* ]] || lab_wait 5 nsenter --net="/run/netns/$(lab_ns "$1")" sh -c "echo '$line' >$control" 2>/dev/null || return
	done <"$2"
}

# lab_track N: sizes connection tracking for N connections. The size belongs to the machine, not
# to a namespace, so the old values are written down for lab_down.
lab_track() {
	local max=/proc/sys/net/netfilter/nf_conntrack_max
	local buckets=/sys/module/nf_conntrack/parameters/hashsize

	printf '%s %s\n' "$(<$max)" "$(<$buckets)" >"$LAB_STATE/tracked"
	echo "$1" >"$buckets"
	echo $(($1 + 1024)) >"$max"
}

lab_untrack() {
	local max buckets

	[[ -e $LAB_STATE/tracked ]] || return 0
	read -r max buckets <"$LAB_STATE/tracked"
	echo "$buckets" >/sys/module/nf_conntrack/parameters/hashsize
	echo "$max" >/proc/sys/net/netfilter/nf_conntrack_max
}

# --- strongSwan ----------------------------------------------------------------

# lab_charon NODE: starts charon in the node's namespace and waits until it answers. Its files lie
# in LAB_STATE/NODE. They are bind-mounted over /etc/swanctl, /etc/strongswan.conf and /run in a
# mount namespace of their own, because AppArmor's profile allows only those paths.
lab_charon() {
	local dir=$LAB_STATE/$1 pid

	mkdir -p "$dir/run" "$dir/swanctl/conf.d"
	cp "$LAB_CONF/strongswan.conf" "$dir/strongswan.conf"
	cp "$LAB_CONF/swanctl-$1.conf" "$dir/swanctl/swanctl.conf"
	cp "$LAB_CONF/esp/$LAB_ESP.conf" "$dir/swanctl/conf.d/esp.conf"
	# shellcheck disable=SC2016 # expanded in the namespace
	setsid nsenter --net="/run/netns/$(lab_ns "$1")" \
		unshare --mount --propagation private bash -euc '
			mount -n --bind "$1/strongswan.conf" /etc/strongswan.conf
			mount -n --bind "$1/swanctl" /etc/swanctl
			mount -n --bind "$1/run" /run
			exec charon-systemd' bash "$dir" \
		{LAB_LOCK}<&- </dev/null >"$dir/run/charon.out" 2>&1 &
	pid=$!
	printf '%s\n' "$pid" >"$dir/pid"
	lab_wait 30 lab_charon_answers "$1" || lab_charon_failed \
		"charon in $1 does not answer"
}

# Returns true if charon answers, and also if it has died: the next command then reports that.
lab_charon_answers() {
	[[ -d /proc/$(<"$LAB_STATE/$1/pid") ]] || return 0
	lab_swanctl "$1" --stats
}

lab_charon_alive() {
	[[ -s $LAB_STATE/$1/pid && -d /proc/$(<"$LAB_STATE/$1/pid") ]]
}

# lab_esp_modules: prints the modules that the chosen proposal's file names in its "# needs:" line.
lab_esp_modules() {
	sed -n 's/^# needs: //p' "$LAB_CONF/esp/$LAB_ESP.conf"
}

# lab_swanctl NODE ARGUMENT…: runs swanctl with the node's charon.
lab_swanctl() {
	local pid

	pid=$(<"$LAB_STATE/$1/pid")
	shift
	nsenter --target "$pid" --mount --net swanctl "$@" \
		--uri unix:///run/charon.vici </dev/null
}

# lab_charon_failed MESSAGE: ends the program with MESSAGE and the daemons' first error line. An
# error of the kernel (netlink) comes first, because IKE's errors follow from it.
lab_charon_failed() {
	local words='' why

	for why in 'netlink error|unable to' 'NO_PROP|AUTH_FAILED|fail|error'; do
		words=$(grep -hE -m 1 "$why" "$LAB_STATE"/*/run/*.log \
			"$LAB_STATE"/*/run/charon.out 2>/dev/null | head -n 1) || true
		[[ -z $words ]] || break
	done
	lab_die "$1${words:+: $words}"
}

lab_swanctl_load() {
	lab_swanctl "$1" --load-all >"$LAB_STATE/$1/run/swanctl.log" 2>&1 ||
		lab_charon_failed "swanctl --load-all in $1"
}

# lab_swanctl_initiate NODE CHILD: negotiates the child SA from the node.
lab_swanctl_initiate() {
	lab_swanctl "$1" --initiate --child "$2" --timeout 20 \
		>"$LAB_STATE/$1/run/swanctl.log" 2>&1 ||
		lab_charon_failed "no tunnel from $1"
}

# --- clean-up ---------------------------------------------------------------------

# lab_namespaces: prints all namespaces of this id, whatever the topology.
lab_namespaces() {
	local path

	for path in "/run/netns/fb-$LAB_ID-"*; do
		[[ ! -e $path ]] || printf '%s\n' "${path##*/}"
	done
}

# lab_pids NAMESPACE: sets $pids to the processes in the namespace. Does what `ip netns pids` does,
# without starting a process.
lab_pids() {
	local net

	pids=()
	for net in /proc/[0-9]*/ns/net; do
		[[ ! $net -ef /run/netns/$1 ]] || pids+=("${net//[!0-9]/}")
	done
}

lab_empty() {
	local pids

	lab_pids "$1"
	((${#pids[@]} == 0))
}

# lab_kill NAMESPACE: ends all processes in the namespace. A stored list of pids could be out of
# date; membership in the namespace cannot.
lab_kill() {
	local signal pid pids

	for signal in TERM KILL; do
		lab_pids "$1"
		for pid in "${pids[@]}"; do
			((pid != $$)) ||
				lab_die "cannot take down $1: this command runs inside it"
			kill -s "$signal" "$pid" 2>/dev/null || true
		done
		lab_wait 10 lab_empty "$1" && return 0
	done
	lab_die "a process in $1 does not end, not even by SIGKILL"
}

# Moves the VM's NICs back and restores their names. Without this, the kernel moves them back
# some time after their namespace was deleted, under another name.
lab_unwire() {
	local node dev name

	[[ -e $LAB_STATE/nics ]] || return 0
	while read -r node dev name; do
		# The note was written before the move, so the device may not be in the node.
		if ip -n "$(lab_ns "$node")" link set "$dev" down 2>/dev/null; then
			ip -n "$(lab_ns "$node")" link set "$dev" netns $$ name "$name"
		fi
	done <"$LAB_STATE/nics"
}

# lab_down: removes everything of this id, however far lab_up had come.
lab_down() {
	local ns

	for ns in $(lab_namespaces); do
		lab_kill "$ns"
	done
	lab_unwire
	for ns in $(lab_namespaces); do
		ip netns delete "$ns"
	done
	lab_untrack
	lab_unpin
	rm -rf -- "$LAB_STATE"
	# iproute2 leaves /run/netns behind, mounted on itself. The last lab removes it if a lab
	# had made it.
	if [[ -e $lab_made_netns && -z $(ls -A /run/netns) ]]; then
		umount /run/netns 2>/dev/null || true
		rmdir /run/netns
		rm -f "$lab_made_netns"
	fi
	rmdir /run/flowbench 2>/dev/null || true
}
