# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What topologies are made of: namespaces, links, settings, daemons, and the
# way back. Sourced by lab, which has set
#   LAB_DIR    this directory        LAB_ID      [a-z0-9]+, part of all names
#   LAB_CONF   the topology's files  LAB_STATE   /run/flowbench/<id>
#   LAB_NICS   the topology's cables LAB_NIC     veth, virtio, igb, or none
#                                                where it has no cables
#   LAB_WITH   files on top, by ","   LAB_FLOWS  how many connections, or none
#   LAB_NAT    legacy, nft, or none   LAB_START  warm, cold, or none
#
# A node is a short name (gw); its namespace is fb-<id>-<node>. Nothing but the
# namespaces, what lives in them, and LAB_STATE is ever made, so lab_down needs
# no record of how far an interrupted lab_up came.

# There when a lab, and not the machine, has made /run/netns.
lab_made_netns=/run/flowbench/made-netns

lab_die() {
	printf 'lab: %s\n' "$*" >&2
	exit 1
}

lab_ns() {
	printf 'fb-%s-%s' "$LAB_ID" "$1"
}

# lab_in NODE COMMAND…: run COMMAND in the node's namespace.
lab_in() {
	local ns

	ns=$(lab_ns "$1")
	shift
	ip netns exec "$ns" "$@"
}

# lab_at NODE COMMAND…: likewise, but with the machine's /sys, which is less work.
lab_at() {
	local node=$1
	shift

	nsenter --net="/run/netns/fb-$LAB_ID-$node" "$@"
}

# lab_pause: a short while, without a process.
lab_pause() {
	[[ -n ${lab_tick:-} ]] || exec {lab_tick}<> <(:)
	read -r -t 0.02 -u "$lab_tick" || true
}

# lab_wait SECONDS COMMAND…: until COMMAND succeeds; false when it does not in
# that time.
lab_wait() {
	local end=$((SECONDS + $1))
	shift

	until "$@" >/dev/null 2>&1; do
		((SECONDS <= end)) || return 1
		lab_pause
	done
}

# --- what has to be there, asked before anything is changed -----------------

lab_need_root() {
	((EUID == 0)) || lab_die "has to be run as root"
}

lab_need_tools() {
	local tool

	for tool in "$@"; do
		command -v "$tool" >/dev/null ||
			lab_die "the command '$tool' is missing: install its package"
	done
}

# lab_need_modules NAME…: each built in or there to be loaded. A name that
# begins with ? is for kernels that have it.
lab_need_modules() {
	local module

	for module in "$@"; do
		[[ $module == \?* || -d /sys/module/$module ]] || modprobe -qn "$module" ||
			lab_die "this kernel ($(uname -r)) has no module '$module'"
	done
}

# lab_need_file FILE…
lab_need_file() {
	local file

	for file in "$@"; do
		[[ -e $file ]] || lab_die "$file is missing"
	done
}

# lab_cables: "node device mac cable" lines of the topology. Properties of the VM's
# NIC, further to the right, are not ours.
lab_cables() {
	local name mac cable _

	while read -r name mac cable _; do
		[[ -z $name || $name == \#* ]] && continue
		printf '%s %s %s %s\n' "${name%.*}" "${name##*.}" "$mac" "$cable"
	done <"$LAB_NICS"
}

# lab_nic MAC: the name of the device of that address in our own namespace.
# NICs of a cable are real devices, so a veth of the same address is none.
lab_nic() {
	local path

	for path in /sys/class/net/*; do
		[[ -e $path/device && $(<"$path/address") == "$1" ]] || continue
		printf '%s\n' "${path##*/}"
		return 0
	done
	return 1
}

# lab_need_nics: a NIC for each end of a cable.
lab_need_nics() {
	local node dev mac cable

	while read -r node dev mac cable; do
		lab_nic "$mac" >/dev/null ||
			lab_die "no NIC $mac for $node's $dev: boot with --nics ${LAB_NICS#"$LAB_DIR"/}, or use --nic veth"
	done < <(lab_cables)
}

# --- building ----------------------------------------------------------------

# Those that are loaded cost no process, and all that a kernel may do without one in all.
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

# lab_sysctl NODE FILE: "key = value" lines; "? key = value" where the kernel
# may do without.
lab_sysctl() {
	# shellcheck disable=SC2016 # expanded in the namespace
	lab_at "$1" bash -euc '
		while read -r key eq value; do
			if [[ $key == "?" ]]; then
				key=$eq value=${value#= }
				[[ -e /proc/sys/${key//.//} ]] || continue
			elif [[ -z $key || $key == \#* ]]; then
				continue
			fi
			echo "$value" >"/proc/sys/${key//.//}" || {
				echo "lab: cannot set $key to $value" >&2
				exit 1
			}
		done <"$1"' bash "$2"
}

# lab_node NODE: a namespace with its loopback up.
lab_node() {
	local ns

	ns=$(lab_ns "$1")
	ip netns add "$ns"
	lab_sysctl "$1" "$LAB_CONF/node.sysctl"
	ip -n "$ns" link set lo up
}

# lab_veth NODE DEV NODE DEV: a pair, never seen outside the two namespaces.
lab_veth() {
	local a b

	a=$(lab_ns "$1") b=$(lab_ns "$3")
	ip -n "$a" link add "$2" type veth peer name "$4" netns "$b"
}

# lab_wire: the topology's cables, as NICs moved in or as veth pairs.
lab_wire() {
	local node dev mac cable name
	local -A first

	while read -r node dev mac cable; do
		if [[ $LAB_NIC != veth ]]; then
			name=$(lab_nic "$mac") || lab_die "NIC $mac has gone"
			# The way back, written before the way in.
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

# lab_address NODE DEV ADDRESS/LEN: and up.
lab_address() {
	local ns

	ns=$(lab_ns "$1")
	ip -n "$ns" address add "$3" dev "$2"
	ip -n "$ns" link set "$2" up
}

lab_carrier() {
	[[ $(lab_in "$1" cat "/sys/class/net/$2/carrier") == 1 ]]
}

lab_mac() {
	lab_in "$1" cat "/sys/class/net/$2/address"
}

# lab_no_queue_limit NODE DEV: a driver's byte queue limit begins with room for one packet, and finds
# out what it ought to be only later: room for any that a scenario sends.
lab_no_queue_limit() {
	# shellcheck disable=SC2016 # expanded in the namespace
	lab_in "$1" bash -c 'for limit in /sys/class/net/"$0"/queues/tx-*/byte_queue_limits; do
		[[ ! -e $limit/limit_min ]] || echo 65536 >"$limit/limit_min"
	done' "$2"
}

# lab_neighbours NODE DEV ADDRESS NODE DEV ADDRESS: each knows the other for
# good, so that no ARP and no ageing falls into a traced phase.
lab_neighbours() {
	ip -n "$(lab_ns "$1")" neighbour replace "$6" dev "$2" \
		lladdr "$(lab_mac "$4" "$5")" nud permanent
	ip -n "$(lab_ns "$4")" neighbour replace "$3" dev "$5" \
		lladdr "$(lab_mac "$1" "$2")" nud permanent
}

# --- what is put on top, as files ----------------------------------------------

# lab_with_modules: what the files asked for by --with say that they need.
lab_with_modules() {
	local file

	for file in ${LAB_WITH//,/ }; do
		sed -n 's/^# needs: //p' "$LAB_CONF/with/$file"
	done
}

# lab_with NODE: the files, in the order they were asked for.
lab_with() {
	local file

	for file in ${LAB_WITH//,/ }; do
		case $file in
		*.sysctl) lab_sysctl "$1" "$LAB_CONF/with/$file" ;;
		*.ip) ip -n "$(lab_ns "$1")" -batch "$LAB_CONF/with/$file" >/dev/null ;;
		*.nft) lab_in "$1" nft -f "$LAB_CONF/with/$file" ;;
		esac || lab_die "$file cannot be applied"
	done
}

# lab_track N: room for N tracked connections, which is the machine's setting
# and not a namespace's; as it was is noted for lab_down.
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

# lab_charon NODE: the daemon in the node's namespace. Its files lie in
# LAB_STATE/NODE and are bound over the usual places in a mount namespace of
# its own: profiles of AppArmor know only those.
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

# True also when it has died, which the next command will tell.
lab_charon_answers() {
	[[ -d /proc/$(<"$LAB_STATE/$1/pid") ]] || return 0
	lab_swanctl "$1" --stats
}

lab_charon_alive() {
	[[ -s $LAB_STATE/$1/pid && -d /proc/$(<"$LAB_STATE/$1/pid") ]]
}

# lab_esp_modules: what the chosen proposal's file says that it needs.
lab_esp_modules() {
	sed -n 's/^# needs: //p' "$LAB_CONF/esp/$LAB_ESP.conf"
}

# lab_swanctl NODE ARGUMENT…
lab_swanctl() {
	local pid

	pid=$(<"$LAB_STATE/$1/pid")
	shift
	nsenter --target "$pid" --mount --net swanctl "$@" \
		--uri unix:///run/charon.vici </dev/null
}

# The daemons' own words, the kernel's refusal before what follows from it.
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

# lab_swanctl_initiate NODE CHILD
lab_swanctl_initiate() {
	lab_swanctl "$1" --initiate --child "$2" --timeout 20 \
		>"$LAB_STATE/$1/run/swanctl.log" 2>&1 ||
		lab_charon_failed "no tunnel from $1"
}

# --- the way back ---------------------------------------------------------------

# lab_namespaces: all of this id, whatever the topology.
lab_namespaces() {
	local path

	for path in "/run/netns/fb-$LAB_ID-"*; do
		[[ ! -e $path ]] || printf '%s\n' "${path##*/}"
	done
}

# lab_pids NAMESPACE: what runs in it, into $pids. As ip netns pids, without a process of its own.
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

# lab_kill NAMESPACE: ends what runs in it. Being in it is a better record
# than any list of pids: it cannot be out of date.
lab_kill() {
	local signal pid pids

	for signal in TERM KILL; do
		lab_pids "$1"
		for pid in "${pids[@]}"; do
			((pid != $$)) ||
				lab_die "cannot take down $1 from inside it"
			kill -s "$signal" "$pid" 2>/dev/null || true
		done
		lab_wait 10 lab_empty "$1" && return 0
	done
	lab_die "a process in $1 cannot be ended"
}

# NICs go back by name now, rather than some time after their namespace.
lab_unwire() {
	local node dev name

	[[ -e $LAB_STATE/nics ]] || return 0
	while read -r node dev name; do
		# Noted before it was moved: it may not have got there.
		if ip -n "$(lab_ns "$node")" link set "$dev" down 2>/dev/null; then
			ip -n "$(lab_ns "$node")" link set "$dev" netns $$ name "$name"
		fi
	done <"$LAB_STATE/nics"
}

# lab_down: everything of this id, however far it had come.
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
	rm -rf -- "$LAB_STATE"
	# iproute2 leaves its directory behind, mounted on itself. The last lab
	# takes it away, if a lab has made it.
	if [[ -e $lab_made_netns && -z $(ls -A /run/netns) ]]; then
		umount /run/netns 2>/dev/null || true
		rmdir /run/netns
		rm -f "$lab_made_netns"
	fi
	rmdir /run/flowbench 2>/dev/null || true
}
