# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The topology path, with tap devices in place of the first veth pair: two programs carry the frames from the client's eth0
# to the gateway's in0, and back.

# shellcheck source=netns-lab/topologies/path.sh
. "$LAB_DIR/topologies/path.sh"

path_in0() {
	lab_need_tools socat nsenter setsid
	lab_need_modules tun
	lab_load_modules tun
	path_tap gw in0 02:fb:00:00:01:01 eth0
	path_tap client eth0 02:fb:00:00:01:02 in0
	lab_wait 5 path_taps || lab_die "no program carries frames between the tap devices"
}

# path_tap NODE DEV MAC OTHER: a tap device, whose frames go to the socket of OTHER
path_tap() {
	setsid nsenter --net="/run/netns/$(lab_ns "$1")" socat "TUN,tun-name=$2,tun-type=tap,iff-no-pi" \
		"UNIX-SENDTO:$LAB_STATE/$4.tap,bind=$LAB_STATE/$2.tap" {LAB_LOCK}<&- </dev/null >/dev/null 2>&1 &
	lab_wait 5 ip -n "$(lab_ns "$1")" link set "$2" address "$3" || lab_die "no tap device $2"
}

path_taps() {
	[[ -S $LAB_STATE/in0.tap && -S $LAB_STATE/eth0.tap ]]
}
