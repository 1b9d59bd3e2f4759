#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Only root can use the module. A user, root without CAP_SYS_ADMIN or CAP_NET_ADMIN, and root of a user namespace
# can neither read nor write its files nor create its devices. No file and no message shows a kernel address. No
# number out of bounds is accepted. A round runs in the network namespace of the process that starts it.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 60
log_mark 86-rights
on_exit module_unload
module_load
bench_up

all=$(mktemp)
on_exit rm -f "$all"
mapfile -t files < <(find "$FB_DEBUG" -type f | sort)
# Everybody may enter debugfs during this test, so that only the modes of the module's own files protect them.
on_exit mount -o remount,mode=700 /sys/kernel/debug
mount -o remount,mode=755 /sys/kernel/debug
for switch in /proc/sys/kernel/unprivileged_userns_clone:1 /proc/sys/kernel/kptr_restrict:0; do
	[[ ! -e ${switch%:*} ]] || write "${switch%:*}" "${switch#*:}"
done

# --- who may open the files ----------------------------------------------------------------------------------------

# nobody: as a user. at_home: as root of a user namespace. without CAPABILITY: as root without it.
nobody() {
	setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
}

at_home() {
	nobody unshare -Urnm "$@"
}

without() {
	local right=$1

	shift
	setpriv --bounding-set "-$right" --inh-caps "-$right" "$@"
}

# modes: every folder must have mode 700, every file 400, 200 or 600, and all must be root's
modes() {
	local bad

	bad=$(find "$FB_DEBUG" -printf '%y %m %U %G %p\n' |
		grep -vE '^(d 700|f [426]00) 0 0 ')
	[[ -z $bad ]] || { echo "$bad"; return 1; }
	((${#files[@]} > 30))
}

# perl: opens each file in each mode; open() must fail with the errno $1
# shellcheck disable=SC2016 # these are perl's variables
opener='my ($want, @files) = @ARGV; my $bad = 0;
	use Errno; $! = 0;
	for my $file (@files) { for my $how ("<", ">", "+<") {
		if (open(my $f, $how, $file)) { print "$how $file is opened\n"; $bad = 1; }
		elsif (0 + $! != $want) { print "$how $file: $!\n"; $bad = 1; } } }
	exit $bad'
eperm=1 eacces=13

# none_opens ERRNO AS…: opening a file must fail with this errno, run through AS
none_opens() {
	local errno=$1

	shift
	"$@" perl -e "$opener" "$errno" "${files[@]}" >"$all" || { head -n 5 "$all"; return 1; }
}

# mounts_none AS…: mounting debugfs or tracefs must fail, run through AS
mounts_none() {
	# shellcheck disable=SC2016 # expanded by that shell
	"$@" sh -c 'mkdir -p /tmp/rights && { mount -t debugfs none /tmp/rights || mount -t tracefs none /tmp/rights; }' &&
		{ echo "it is mounted"; return 1; }
	return 0
}

all_of_it() {
	cat "$BENCH/config" "$BENCH/result" "$FB_DEBUG/verdicts" "$FB_DEBUG/hardware/control"
	awk '{ $5 = $7 = ""; print }' "$FB_DEBUG/hooks"
}

# --- files that root has opened for others ---------------------------------------------

# handed FILE TEXT AS…: root opens the file, and AS writes to it; must be refused and change nothing
handed() {
	local file=$1 text=$2 before said

	shift 2
	before=$(all_of_it)
	# shellcheck disable=SC2016 # expanded by that shell
	said=$("$@" sh -c 'echo "$1" >&9' sh "$text" 9>"$file" 2>&1) && { echo "the write was accepted"; return 1; }
	[[ $said == *"not permitted"* ]] || { echo "$said"; return 1; }
	[[ $(all_of_it) == "$before" ]] || { echo "something has changed"; return 1; }
}

handed_all() {
	handed "$BENCH/config" flows=77 "$@" &&
		handed "$BENCH/run" round "$@" &&
		handed "$FB_DEBUG/hooks" +ip_forward "$@" &&
		handed "$FB_DEBUG/reset" 1 "$@" &&
		handed "$FB_DEBUG/mark" hello "$@" &&
		handed "$FB_DEBUG/why" on "$@" &&
		handed "$FB_DEBUG/hardware/control" "on dev=in0" "$@"
}

# Reading a file that root has opened must work: root may hand its descriptors to others.
handed_to_read() {
	local got

	got=$("$@" sh -c 'cat <&9' 9<"$BENCH/config") || return 1
	[[ $got == "$(<"$BENCH/config")" ]]
}

all_rights() {
	setpriv --bounding-set -all,+sys_admin,+net_admin,+dac_override --inh-caps -all \
		sh -c "echo flows=5 >$BENCH/config && cat $FB_DEBUG/hooks >/dev/null"
}

check "files and folders belong to root and have no mode for others" modes
for file in "$FB_DEBUG" "$BENCH" "$FB_DEBUG/histogram" "$FB_DEBUG/hardware"; do
	refuse "a user cannot list ${file#"$FB_DEBUG"/}" nobody ls "$file"
done
check "a user opens none of the files" none_opens $eacces nobody
check "root of a user namespace opens none of the files" none_opens $eacces at_home
check "root of a user namespace can mount neither debugfs nor tracefs" mounts_none at_home
for right in sys_admin net_admin; do
	check "root without $right opens none of the files" none_opens $eperm without "$right"
done
check "root with only these two and dac_override can read and write" all_rights
conf reset dev=in0 sink=out0
check "a user cannot write to files that root has opened" handed_all nobody
check "root of a user namespace cannot write to them" handed_all at_home
for right in sys_admin net_admin; do
	check "root without $right cannot write to them" handed_all without "$right"
done
check "a user can read a file that root has opened" handed_to_read nobody

# --- devices ------------------------------------------------------------------------------------

# no_sink AS…: creating a device of the module's kind must be refused, run through AS
no_sink() {
	local said

	said=$("$@" ip link add s0 type flowbench_sink 2>&1) && { echo "it is there"; return 1; }
	[[ $said == *"not permitted"* ]] || { echo "$said"; return 1; }
}

others_of_his_own() {
	at_home ip link add d0 type dummy
}

# not_loaded: the module is installed and not loaded, and root of a user namespace adds a device of its kind, for which
# the kernel asks modprobe for a module. The guest's depmod cannot read compressed modules, so this one has a folder of
# its own.
not_loaded() {
	local root helper before status=0

	root=$(mktemp -d)
	helper=$root/modprobe before=$(</proc/sys/kernel/modprobe)
	mkdir -p "$root/lib/modules/$(uname -r)"
	module_unload && cp "$FB_MODULE" "$root/lib/modules/$(uname -r)" && depmod -b "$root" || return 1
	# shellcheck disable=SC2016 # expanded by that shell
	printf '#!/bin/sh\nprintf "%%s\\n" "$*" >>%s/asked\nexec modprobe -d %s "$@"\n' "$root" "$root" >"$helper"
	chmod +x "$helper"
	write /proc/sys/kernel/modprobe "$helper"
	at_home ip link add s0 type flowbench_sink 2>/dev/null && status=1
	write /proc/sys/kernel/modprobe "$before"
	grep -qw rtnl-link-flowbench_sink "$root/asked" || { echo "the kernel did not ask for it"; status=1; }
	[[ ! -d /sys/module/flowbench ]] || { echo "it is loaded"; status=1; }
	modprobe -d "$root" flowbench || status=1
	[[ -d /sys/module/flowbench ]] || { echo "it cannot be loaded"; status=1; }
	bench_up || status=1
	rm -r "$root"
	return "$status"
}

check "root of a user namespace cannot create a flowbench_sink" no_sink at_home
check "root of a user namespace can create other devices" others_of_his_own
check "a user cannot create a flowbench_sink" no_sink nobody
check "root of a user namespace does not load the module by adding such a device" not_loaded

# --- the namespace of a round ---------------------------------------------------------------------------

device_received() {
	ip netns exec "$1" sed -n 's/^ *in0: *[0-9]* *\([0-9]*\).*/\1/p' /proc/net/dev
}

# Two namespaces have devices of the same names. A round must use those of the writer's namespace.
own_devices() {
	local here there

	here=$(device_received fbb-other)
	there=$(device_received fbb-gw)
	nsenter --net=/run/netns/fbb-other sh -c "echo round >$BENCH/run" || return 1
	is error none injected 100 || return 1
	(($(device_received fbb-other) == here + 100 && $(device_received fbb-gw) == there))
}

# The file is opened in one namespace, and written to in the other.
opened_elsewhere() {
	local here there

	here=$(device_received fbb-other)
	there=$(device_received fbb-gw)
	gw sh -c "exec 9>$BENCH/run && nsenter --net=/run/netns/fbb-other sh -c 'echo round >&9'" || return 1
	(($(device_received fbb-other) == here + 100 && $(device_received fbb-gw) == there))
}

on_exit ip netns del fbb-other
ip netns add fbb-other
for dev in in0 out0; do
	ip -n fbb-other link add "$dev" type flowbench_sink
	ip -n fbb-other link set "$dev" up
done
conf reset dev=in0 sink=out0 packets=100
check "a round runs in the writer's namespace" own_devices
check "a round does not run in the opener's namespace" opened_elsewhere

# --- bounds -------------------------------------------------------------------------------------

# takes LINE: the line must be accepted and read back
takes() {
	conf "$1" && grep -qxF "$1" "$BENCH/config"
}

# leaves LINE…: the lines must be refused as invalid and change nothing
leaves() {
	local before said

	before=$(<"$BENCH/config")
	said=$(conf dport=77 "$@" 2>&1) && { echo "$* is accepted"; return 1; }
	[[ $said == *"Invalid argument"* ]] || { echo "$said"; return 1; }
	[[ $(<"$BENCH/config") == "$before" ]] || { echo "$* has changed something"; return 1; }
}

# bounds KEY MIN MAX: MIN and MAX must be accepted; numbers below and above and other spellings must be refused
bounds() {
	local key=$1 min=$2 max=$3 bad

	conf reset flows=1 || return 1
	case $key in
	size) conf gso=1000 ;;
	stream) conf proto=tcp ;;
	cpus) conf flows=100 ;;
	only) conf flows=1000000 ;;
	sport | expect_sport) conf flows=1 ;;
	esac || return 1
	takes "$key=$min" && takes "$key=$max" && takes "$key=$min" || return 1
	((min == 0)) || leaves "$key=$((min - 1))" || return 1
	for bad in $((max + 1)) -1 "+$min" "0x$min" "$min " " $min" "${min}k" 4294967296 \
		18446744073709551616 340282366920938463463374607431768211457; do
		leaves "$key=$bad" || return 1
	done
	# Only these keys may be empty.
	[[ $key == expect_?port ]] || leaves "$key="
}

# The table below must list all keys that take a number, and no other key.
all_keys() {
	local key value keys=''

	conf reset
	while IFS='=' read -r key value; do
		[[ ! $value =~ ^[0-9]+$ && $key != expect_?port ]] || keys+=" $key"
	done <"$BENCH/config"
	[[ $keys == "$tested" ]] || printf 'keys %s\ntested %s\n' "$keys" "$tested"
	[[ $keys == "$tested" ]]
}

family() {
	takes family=4 && takes family=6 && leaves family=3 && leaves family=5 && leaves family=7
}

tested=''
while read -r key min max; do
	tested+=" $key"
	if [[ $key == family ]]; then
		check "family is 4 or 6" family
	else
		check "$key from $min to $max" bounds "$key" "$min" "$max"
	fi
done <<'END'
family 4 6
sport 1 65535
dport 1 65535
flows 1 1000000
hosts 1 250
only 0 1000000
size 60 65000
vlan 0 4094
inner_vlan 0 4094
pppoe 0 65535
gso 0 9000
stream 0 1
packets 1 100000000
prime 0 32
steps 0 8
batch 1 64
seed 0 4294967295
latency 0 1
verify 0 1
expect_sport 0 65535
expect_dport 0 65535
expect_vlan 0 4094
expect_spi 0 4294967295
expect_ttl 0 255
cpus 1 64
record 0 100000000
wait 0 1
probes 0 1
hooks 0 2
END
check "the table has all keys that take a number" all_keys

# nul FILE FORMAT: must be refused as invalid, change nothing and run nothing
nul() {
	local before said

	before=$(all_of_it)
	# shellcheck disable=SC2016 # expanded by that shell
	said=$(gw sh -c 'env printf "$2" >"$1"' sh "$@" 2>&1) && { echo "the write was accepted"; return 1; }
	[[ $said == *"Invalid argument"* ]] || { echo "$said"; return 1; }
	[[ $(all_of_it) == "$before" ]] || { echo "something has changed"; return 1; }
}

conf reset dev=in0 sink=out0 packets=100
check "a configuration with a NUL is refused" nul "$BENCH/config" 'flows=5\n\0flows=6\n'
check "a command with a NUL for why is refused" nul "$FB_DEBUG/why" 'on\0'
check "a command with a NUL for hardware is refused" nul "$FB_DEBUG/hardware/control" 'off\0'
check "a command with a NUL is refused" nul "$BENCH/run" 'round\0s'

# --- kernel addresses -----------------------------------------------------------------

# no_address FILE…: the files must have no kernel address, of page tables with four levels or five
no_address() {
	! grep -EHn '(0x|[^0-9a-zA-Z]|^)ff[0-9a-f]{14}' "$@"
}

# Reads all files after rounds with all hooks on and with dropped packets.
contents() {
	local name

	write "$FB_DEBUG/hooks" +all
	bench round || return 1
	ip -n fbb-gw addr del 10.0.2.1/24 dev out0
	bench round || return 1
	for name in "${files[@]}"; do
		# Some files can only be written.
		[[ ! $(stat -c %A "$name") =~ ^.r ]] || cat "$name"
	done >"$all"
	{ gw sh -c 'echo on >&9' && cat <&9; } 9<>"$FB_DEBUG/why" >>"$all"
	write "$FB_DEBUG/hooks" -all
	(($(wc -l <"$all") > 100)) && grep -q '^dev=in0 ' "$all" && no_address "$all"
}

# A packet is dropped by a module that is unloaded before the result is read. A kernel without drop reasons (5.10)
# names the function that dropped the packet, and the function of an unloaded module has no name any more.
gone() {
	local pid

	modprobe tun || return 1
	# A tun device with a queue for one packet, which nobody reads: TUNSETIFF with IFF_TUN and IFF_NO_PI.
	# shellcheck disable=SC2016 # these are perl's variables
	nsenter --net=/run/netns/fbb-gw perl -e 'open(my $f, "+<", "/dev/net/tun") or die "tun: $!\n";
		my $want = pack("a16 S x22", "t0", 0x1001);
		ioctl($f, 0x400454ca, $want) or die "t0: $!\n";
		sleep 60' &
	pid=$!
	wait_until 10 ip -n fbb-gw link show t0 || return 1
	ip -n fbb-gw link set t0 txqueuelen 1 up
	ip -n fbb-gw route add 10.0.2.2/32 dev t0
	bench round || return 1
	kill "$pid"
	wait "$pid" || true
	rmmod tun || return 1
	grep '^drop\.' "$BENCH/result" >"$all" || { cat "$BENCH/result"; return 1; }
	! grep -E 'drop\.0x' "$all" && no_address "$all"
}

check "no file shows an address" contents
check "a drop by an unloaded module shows no address" gone
dmesg | grep flowbench >"$all" || true
check "no message shows an address" no_address "$all"
check "kernel log is clean" log_clean
ktap_end
