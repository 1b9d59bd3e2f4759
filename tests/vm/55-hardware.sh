#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The module's hardware: the grammar of its control file, what it refuses in one line, and that it ends cleanly: by "off", by
# unloading the module, with its devices, and with their namespace. userspace/data/checks/hardware-* prove what it does with rules.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh

ktap_plan 40
log_mark 55-hardware
on_exit module_unload
module_load
hw=$FB_DEBUG/hardware

# at NS COMMAND…: runs it in the network namespace
at() {
	nsenter --net="/run/netns/$1" "${@:2}"
}

# lab_up: makes namespaces with two veths each
lab_up() {
	local ns

	for ns in fbh-gw fbh-other; do
		ip netns add $ns
		on_exit sh -c "ip netns del $ns 2>/dev/null || true"
		ip -n $ns link add in0 type veth peer name in1
		ip -n $ns link add out0 type veth peer name out1
		for dev in in0 in1 out0 out1; do
			ip -n $ns link set $dev up
		done
	done
	ip -n fbh-gw link add s0 type flowbench_sink
}

# tell NS TEXT: writes to the control file
tell() {
	# shellcheck disable=SC2016 # expanded by that shell
	at "$1" sh -c 'echo "$1" >"$2"' sh "$2" "$hw/control"
}

# refused TEXT ERROR LOG: the write must fail with this error and this line of the log, and attach nothing
refused() {
	local said from

	from=$(dmesg | wc -l)
	said=$(tell fbh-gw "$1" 2>&1) && { echo "it was accepted"; return 1; }
	[[ $said == *"$2"* ]] || { echo "$said"; return 1; }
	said=$(dmesg | tail -n +$((from + 1)) | grep 'flowbench: hardware:')
	[[ $said == *"$3"* && $said != *$'\n'* ]] || { echo "log: $said"; return 1; }
	off_is
}

# own_hardware DEV: a device of this namespace is refused
own_hardware() {
	! write "$hw/control" "on dev=$1" 2>/dev/null && off_is && dmesg | grep -q "device '$1' has hardware of its own"
}

# off_is: nothing is attached: the files are empty, and no device has a hook at ingress of ours
off_is() {
	[[ -z $(<"$hw/control") && -z $(<"$hw/rules") && -z $(<"$hw/counters") ]] || { cat "$hw/control"; return 1; }
	! offload_is_taken fbh-gw
}

# offload_is_taken NS: a flowtable with hardware offload can be made there; it is removed again
offload_is_taken() {
	at "$1" nft -f - 2>/dev/null <<-'NFT' || return 1
		table ip fb {
			flowtable ft {
				hook ingress priority 0
				devices = { in0, out0 }
				flags offload
			}
		}
	NFT
	at "$1" nft delete table ip fb
}

# on_is: it is on with these two devices
on_is() {
	tell fbh-gw 'on dev=in0,out0' && grep -q '^dev=in0 ' "$hw/control" && grep -q '^dev=out0 ' "$hw/control"
}

flowtable() {
	at fbh-gw nft 'table ip fb { flowtable ft { hook ingress priority 0; devices = { in0, out0 }; flags offload; }; }'
}

# counter KEY VALUE: a counter has this value
counter() {
	grep -qx "$1=$2" "$hw/counters" || { cat "$hw/counters"; return 1; }
}

blocks() {
	(($(grep -c '^block=' "$hw/counters") == $1)) || { cat "$hw/counters"; return 1; }
}

set_is() {
	tell fbh-gw 'set table=16 refuse=3 error=ENOSPC' && grep -qx table=16 "$hw/control" && grep -qx refuse=3 "$hw/control" &&
		grep -qx error=ENOSPC "$hw/control"
}

# A write that is refused changes no key.
set_is_whole() {
	! tell fbh-gw 'set table=32 refuse=x' 2>/dev/null && grep -qx table=16 "$hw/control"
}

other_namespace() {
	tell fbh-gw 'on dev=in0' && ! offload_is_taken fbh-other
}

# device_removed: a device of a flowtable goes, and another of this name is not ours
device_removed() {
	flowtable && blocks 2 || return 1
	ip -n fbh-gw link del in1
	blocks 1 || return 1
	! grep -q '^dev=in0 ' "$hw/control" || return 1
	ip -n fbh-gw link add in0 type veth peer name in1
	at fbh-gw nft delete table ip fb
	! offload_is_taken fbh-gw
}

# kept: who removes a device waits while the hardware keeps it, and no longer than "keep" says
kept() {
	local from=$EPOCHREALTIME ms

	flowtable || return 1
	timeout 30 ip -n fbh-gw link del in1 || return 1
	ms=$(((${EPOCHREALTIME/./} - ${from/./}) / 1000))
	blocks 1 || return 1
	ip -n fbh-gw link add in0 type veth peer name in1
	at fbh-gw nft delete table ip fb
	((ms >= 1500 && ms < 8000)) || { echo "it took $ms ms"; return 1; }
}

# kept_until_off: what the hardware keeps goes with it
kept_until_off() {
	local from=$EPOCHREALTIME pid

	timeout 30 ip -n fbh-gw link del in1 &
	pid=$!
	wait_until 5 forgotten in0 || return 1
	tell fbh-gw off && wait "$pid" || return 1
	ip -n fbh-gw link add in0 type veth peer name in1
	(((${EPOCHREALTIME/./} - ${from/./}) / 1000 < 8000))
}

forgotten() {
	! grep -q "^dev=$1 " "$hw/control"
}

namespace_ends() {
	tell fbh-other 'on dev=in0,out0' || return 1
	at fbh-other nft 'table ip fb { flowtable ft { hook ingress priority 0; devices = { in0, out0 }; flags offload; }; }' || return 1
	blocks 2 || return 1
	ip netns del fbh-other
	wait_until 10 blocks 0 && ! grep -q '^dev=' "$hw/control" && tell fbh-gw off
}

# unloads_while_on: the module leaves with its blocks bound, and the flowtable stays
unloads_while_on() {
	on_is && flowtable && module_unload && module_load || return 1
	[[ $(at fbh-gw nft list flowtables) == *"flowtable ft"* ]] || { echo "the flowtable has gone"; return 1; }
	at fbh-gw nft delete table ip fb
}

# observed_is: it can be observed once, a wrong word is refused, and no line is there when it is off
observed_is() {
	tell_observed on && grep -qx 'given=0 refused=0 destroy=0 stats=0 silent=0 open=0 missed=0' "$hw/observed" || return 1
	! tell_observed on 2>/dev/null && ! tell_observed maybe 2>/dev/null && tell_observed off && [[ -z $(<"$hw/observed") ]]
}

tell_observed() {
	# shellcheck disable=SC2016 # expanded by that shell
	at fbh-gw sh -c 'echo "$1" >"$2"' sh "$1" "$hw/observed"
}

unloads_while_observing() {
	tell_observed on && module_unload && module_load && [[ -z $(<"$hw/observed") ]]
}

observes_briefly() {
	[[ $(at fbh-gw userspace/flowbench hardware --observe --for 0.3) == '0 rules given, of which no device took 0; 0 given up; '* ]]
}

often() {
	for _ in {1..20}; do
		on_is && flowtable && tell fbh-gw off && at fbh-gw nft delete table ip fb || return 1
	done
}

program_says_off() {
	[[ $(userspace/flowbench hardware 2>&1 || true) == *"hardware is off"* ]]
}

program_is_json() {
	[[ $(userspace/flowbench hardware --json) == *'"schema": "flowbench.hardware/1"'* ]]
}

lab_up
check "it is off when the module is loaded" off_is
check "flowbench hardware says so" program_says_off
while IFS='|' read -r text error log; do
	check "'$text' is refused" refused "$text" "$error" "$log"
done <<'END'
|Invalid argument|expected 'on dev=DEVICE
on|Invalid argument|expected 'on dev=DEVICE
on dev=|Invalid argument|'dev=' is not expected here
on dev=none0|No such device|no device 'none0' in this network namespace
on dev=in0,|No such device|no device '' in this network namespace
on dev=in0,none0|No such device|no device 'none0' in this network namespace
on dev=in0 dev=out0|Invalid argument|'dev=out0' is not expected here
on dev=in0 table=0|Invalid argument|'table=0' is not expected here
on dev=in0 table=65537|Invalid argument|'table=65537' is not expected here
on dev=in0 table=+1|Invalid argument|'table=+1' is not expected here
on dev=in0 error=EPERM|Invalid argument|'error=EPERM' is not expected here
on dev=in0 mode=none|Invalid argument|'mode=none' is not expected here
on dev=in0 nonsense|Invalid argument|'nonsense' is not expected here
off now|Invalid argument|'now' is not expected here
set table=16|No such device|it is off
END
# The driver igb has hardware of its own; its device stays in this namespace.
own=''
for path in /sys/class/net/*; do
	[[ $(readlink "$path/device/driver") != */igb ]] || own=${path##*/}
done
if [[ $own ]]; then
	check "a device with hardware of its own is refused" own_hardware "$own"
else
	skip "a device with hardware of its own is refused" "this guest has no igb"
fi
check "it is on with its devices" on_is
check "it is on once" grep -q busy <(tell fbh-gw 'on dev=in0' 2>&1)
check "flowbench hardware --json prints its rules" program_is_json
check "keys are set" set_is
check "a write that is refused sets no key" set_is_whole
check "a flowtable binds a block to each device" flowtable
check "the blocks are shown" blocks 2
at fbh-gw nft delete table ip fb
check "a flowtable that is deleted takes its blocks along" blocks 0
check "no rule was given" counter replace 0
tell fbh-gw off
check "it is off again" off_is
check "another namespace has no hardware" other_namespace
tell fbh-gw off
on_is
check "a device that goes is forgotten" device_removed
tell fbh-gw off
tell fbh-gw 'on dev=in0,out0 keep=1500'
check "who removes a device that hardware keeps waits" kept
tell fbh-gw off
tell fbh-gw 'on dev=in0,out0 keep=10000'
check "what hardware keeps goes with it" kept_until_off
check "its namespace can end" namespace_ends
check "the module can leave while it is on" unloads_while_on
check "what is asked of hardware can be observed" observed_is
check "the module can leave while it observes" unloads_while_observing
check "flowbench hardware --observe ends by itself" observes_briefly
check "on and off, twenty times with a flowtable" often
check "kernel log is clean" log_clean
check "the module goes" module_unload
ktap_end
