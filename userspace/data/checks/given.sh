# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What a check has taken from the kernel is given back: objects of slabs, users of modules. lib.sh asks before the lab of each
# check comes up and after it has gone.

# A machine whose own devices are up makes and frees routes and connections at any time.
declare -A fb_taken=() fb_objects=()
fb_own_traffic=''

# objects_of WORD: prints the names of this slab in the kernels that are known: routes4, routes6, connections, bundles, states
objects_of() {
	case $1 in
	routes4) printf 'rtable ip_dst_cache' ;;
	routes6) printf 'ip6_dst_cache' ;;
	connections) printf 'nf_conntrack' ;;
	bundles) printf 'xfrm_dst xfrm_dst_cache' ;;
	states) printf 'xfrm_state' ;;
	esac
}

# objects SLAB: sets fb_objects[SLAB] to the number of its allocated objects. A processor's own list of free objects counts as
# allocated until the slab is shrunk.
objects() {
	local dir=/sys/kernel/slab/$1

	fb_objects[$1]=0
	[[ -e $dir/objects ]] || return 0
	echo 1 >"$dir/shrink"
	read -r "fb_objects[$1]" _ <"$dir/objects"
}

# taken_objects ARRAY: reads how many objects of each kind there are, and how many users the modules of the flowtable have
# shellcheck disable=SC2004 # keys of associative arrays, by another name
taken_objects() {
	local -n into=$1
	local word slab module users

	into=()
	for word in routes4 routes6 connections bundles states; do
		into[$word]=0
		for slab in $(objects_of $word); do
			objects "$slab"
			into[$word]=$((into[$word] + fb_objects[$slab]))
		done
	done
	into[modules]=0
	for module in nf_flow_table_inet nf_flow_table_ipv4 nf_flow_table_ipv6 nft_flow_offload; do
		users=0
		[[ ! -e /sys/module/$module/refcnt ]] || read -r users <"/sys/module/$module/refcnt"
		into[modules]=$((into[modules] + users))
	done
}

# given_begin: remembers what the kernel has allocated before the lab comes up. The lab's modules allocate when they are loaded.
given_begin() {
	local dev

	# shellcheck source=/dev/null
	(. "$FB_TOP/netns-lab/topologies/$FB_TOPOLOGY.sh" && modprobe -qa "${topology_modules[@]#\?}") >/dev/null 2>&1 || true
	for dev in /sys/class/net/*; do
		[[ ! -e $dev/operstate || ${dev##*/} == lo || $(<"$dev/operstate") != up ]] || fb_own_traffic=${dev##*/}
	done
	taken_objects fb_taken
}

# nothing_more: returns true if the kernel has allocated nothing more than before the lab
nothing_more() {
	local word
	declare -gA fb_left=()

	taken_objects fb_left
	for word in "${!fb_left[@]}"; do
		((fb_left[$word] <= fb_taken[$word])) || return 1
	done
}

# all_given_back: claims, once the lab has gone, that the kernel has nothing of it any more. A namespace is freed later than it
# is deleted.
all_given_back() {
	local word n=0

	until_ 5 nothing_more || true
	if [[ $fb_own_traffic ]]; then
		note "not compared with before, as $fb_own_traffic has traffic of its own: routes, connections, states of IPsec"
		return 0
	fi
	for word in routes4 routes6 connections bundles states; do
		((fb_left[$word] > fb_taken[$word])) || continue
		n=$((n + fb_left[$word] - fb_taken[$word]))
		note "$word: ${fb_taken[$word]} before the lab came up, ${fb_left[$word]} now"
	done
	is slab "routes, connections and states of IPsec left behind" = 0 $n
	is kernel "users of the flowtable's modules left behind" = 0 \
		"$((fb_left[modules] > fb_taken[modules] ? fb_left[modules] - fb_taken[modules] : 0))"
}

# --- many flows ----------------------------------------------------------------------

# many_flows VERSION COUNT: makes COUNT offloaded UDP flows, from ports 1024 on to port 5000
many_flows() {
	local i words='dmac=02:fb:00:00:01:01 proto=udp dport=5000 size=64'

	flowtable "$(family_of "$1")" match='meta l4proto udp'
	deaf server
	for ((i = 1024; i < 1024 + $2; i++)); do
		# The first packet makes the connection, the second one the flow.
		t packet client eth0 2 "$words src=$(client_of "$1") dst=$(server_of "$1") sport=$i"
	done
	is ct "offloaded connections" = "$2" "$(offloaded udp dport=5000)"
}

# grown ARRAY N: prints the slabs that have at least N objects more than in the array, which all_slabs has filled
grown() {
	local -n then=$1
	local -A now
	local slab

	all_slabs now
	for slab in "${!now[@]}"; do
		((now[$slab] - ${then[$slab]:-0} < $2)) || printf '%s\n' "$slab"
	done
}

# all_slabs ARRAY: reads the allocated objects of each slab of the kernel. Those that hold flows and connections are exact.
# shellcheck disable=SC2004
all_slabs() {
	local -n slabs=$1
	local slab n

	slabs=()
	for slab in /sys/kernel/slab/{nf_conntrack,kmalloc-*{128,192,256,512}}/shrink; do
		[[ ! -e $slab ]] || echo 1 >"$slab"
	done
	while read -r slab n _; do
		[[ $slab == slabinfo || $slab == '#' ]] || slabs[$slab]=$n
	done </proc/slabinfo
}

# settled_slabs ARRAY: reads them once no slab has lost 50 objects in a second: what earlier checks took is freed later. At most
# ten seconds.
# shellcheck disable=SC2004
settled_slabs() {
	local -A earlier
	local -n later=$1
	local i slab lost

	for ((i = 0; i < 10; i++)); do
		all_slabs earlier
		sleep 1
		all_slabs "$1"
		lost=''
		for slab in "${!later[@]}"; do
			((${earlier[$slab]:-0} - later[$slab] < 50)) || lost=y
		done
		[[ $lost ]] || return 0
	done
}

# nothing_grown ARRAY N: returns true if no slab has N objects more than then
nothing_grown() {
	[[ ! $(grown "$@") ]]
}
