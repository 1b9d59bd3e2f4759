# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
#                          fb-<id>-gw
#     generator        +------------------+        sink
#   10.0.1.2 … .33  -->| in0         out0 |-->  10.0.2.2 (.254: end of tunnels)
#   fd00:1::2 … ::21   | .1.1        .2.1 |      fd00:2::2
#                      +------------------+
#
# A gateway for rounds: both devices are ends of the module's (flowbench_sink),
# so that nothing but the gateway's own path lies between them. What makes a
# path of it comes from the files in bench/with: rules, tunnels with fixed keys,
# tagged devices, settings.
#
# Every address behind a device is a neighbour for good, there is no IPv6 unless
# a file asks for it, and no route but those of the two devices.

topology_nodes=(gw)
bench_hosts=32

topology_needs() {
	lab_need_tools ip modprobe
	[[ $LAB_WITH != *.nft* ]] || lab_need_tools nft
	[[ -d /sys/module/flowbench ]] || lab_die "module flowbench is not loaded: insmod flowbench.ko"
	bench_modules
	lab_need_modules "${bench_modules[@]}"
}

bench_modules() {
	read -r -d '' -a bench_modules < <(lab_with_modules) || true
}

topology_build() {
	local gw

	bench_modules
	lab_load_modules "${bench_modules[@]}"
	# The hash's size decides how long its chains are: the same for each run.
	if [[ " ${bench_modules[*]} " == *" nf_conntrack "* ]]; then
		lab_track $((${LAB_FLOWS:-0} > 65536 ? LAB_FLOWS : 65536))
	fi
	gw=$(lab_ns gw)
	lab_node gw
	lab_sysctl gw "$LAB_CONF/gateway.sysctl"
	ip -n "$gw" link add in0 address 02:fb:00:00:01:01 type flowbench_sink ||
		lab_die "module flowbench makes no device of kind flowbench_sink"
	ip -n "$gw" link add out0 address 02:fb:00:00:02:01 type flowbench_sink
	lab_with gw
	bench_addresses | ip -n "$gw" -batch -
}

# Of in0 and out0, or of the tagged devices on them.
bench_addresses() {
	local in=in0 out=out0 host

	printf 'link set in0 mtu 9000 up\nlink set out0 mtu 9000 up\n'
	if [[ ,$LAB_WITH == *,vlan* ]]; then
		in=in0.10 out=out0.20
		printf 'link set %s up\nlink set %s up\n' "$in" "$out"
	fi
	printf 'address add 10.0.1.1/24 dev %s\naddress add 10.0.2.1/24 dev %s\n' "$in" "$out"
	printf 'neighbour add 10.0.2.%d lladdr 02:fb:00:00:02:02 dev %s nud permanent\n' \
		2 "$out" 254 "$out"
	for ((host = 2; host < bench_hosts + 2; host++)); do
		printf 'neighbour add 10.0.1.%d lladdr 02:fb:00:00:01:02 dev %s nud permanent\n' \
			"$host" "$in"
	done
	[[ ,$LAB_WITH == *,ipv6.sysctl* ]] || return 0
	printf 'address add fd00:1::1/64 dev %s nodad\naddress add fd00:2::1/64 dev %s nodad\n' \
		"$in" "$out"
	printf 'neighbour add fd00:2::%s lladdr 02:fb:00:00:02:02 dev %s nud permanent\n' \
		2 "$out" fe "$out"
	for ((host = 2; host < bench_hosts + 2; host++)); do
		printf 'neighbour add fd00:1::%x lladdr 02:fb:00:00:01:02 dev %s nud permanent\n' \
			"$host" "$in"
	done
}

topology_whole() {
	[[ -e /run/netns/$(lab_ns gw) ]]
}

topology_check() {
	local dev

	for dev in in0 out0; do
		[[ $(lab_in gw cat "/sys/class/net/$dev/operstate") =~ ^(up|unknown)$ ]] ||
			lab_die "$dev is not up"
	done
	printf 'ok: in0 and out0 are up\n'
}

topology_env() {
	cat <<ENV
LAB_ID=$LAB_ID
WITH=$LAB_WITH
FLOWS=$LAB_FLOWS
NS_GATEWAY=$(lab_ns gw)
DEV_GW_LAN=in0
DEV_GW_WAN=out0
ENV
}
