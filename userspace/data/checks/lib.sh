# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for checks: traffic, counters, claims. A check's file defines a function check() that uses
# them. Everything that a check makes lies in the lab and is removed with it.

FB_ID='val'
FB_DEBUG=/sys/kernel/debug/flowbench
FB_LOG_BAD='BUG:|WARNING:|Oops|general protection|Call Trace|refcount_t|unregister_netdevice|UBSAN|KASAN|ODEBUG|stall'
hooks_wanted='nf_flow_offload_ip_hook nf_flow_offload_ipv6_hook flow_offload_add flow_offload_teardown
	nf_flow_xmit_xfrm ip_forward ip6_forward'
ended='' unload=''
# shellcheck source=userspace/data/checks/net.sh
. "$FB_TOP/userspace/data/checks/net.sh"
# shellcheck source=userspace/data/checks/legs.sh
. "$FB_TOP/userspace/data/checks/legs.sh"
# shellcheck source=userspace/data/checks/flows.sh
. "$FB_TOP/userspace/data/checks/flows.sh"
# shellcheck source=userspace/data/checks/superpackets.sh
. "$FB_TOP/userspace/data/checks/superpackets.sh"
# shellcheck source=userspace/data/checks/devices.sh
. "$FB_TOP/userspace/data/checks/devices.sh"
# shellcheck source=userspace/data/checks/families.sh
. "$FB_TOP/userspace/data/checks/families.sh"
# shellcheck source=userspace/data/checks/ways.sh
. "$FB_TOP/userspace/data/checks/ways.sh"
# shellcheck source=userspace/data/checks/uplinks.sh
. "$FB_TOP/userspace/data/checks/uplinks.sh"
# shellcheck source=userspace/data/checks/ports.sh
. "$FB_TOP/userspace/data/checks/ports.sh"
# shellcheck source=userspace/data/checks/hostile.sh
. "$FB_TOP/userspace/data/checks/hostile.sh"
# shellcheck source=userspace/data/checks/tuples.sh
. "$FB_TOP/userspace/data/checks/tuples.sh"
# shellcheck source=userspace/data/checks/frames.sh
. "$FB_TOP/userspace/data/checks/frames.sh"
# shellcheck source=userspace/data/checks/generator.sh
. "$FB_TOP/userspace/data/checks/generator.sh"
# shellcheck source=userspace/data/checks/overlays.sh
. "$FB_TOP/userspace/data/checks/overlays.sh"
# shellcheck source=userspace/data/checks/tunnels.sh
. "$FB_TOP/userspace/data/checks/tunnels.sh"
# shellcheck source=userspace/data/checks/skipped.sh
. "$FB_TOP/userspace/data/checks/skipped.sh"
# shellcheck source=userspace/data/checks/times.sh
. "$FB_TOP/userspace/data/checks/times.sh"
# shellcheck source=userspace/data/checks/sums.sh
. "$FB_TOP/userspace/data/checks/sums.sh"
# shellcheck source=userspace/data/checks/hardware.sh
. "$FB_TOP/userspace/data/checks/hardware.sh"
# shellcheck source=userspace/data/checks/pipelines.sh
. "$FB_TOP/userspace/data/checks/pipelines.sh"
# shellcheck source=userspace/data/checks/why.sh
. "$FB_TOP/userspace/data/checks/why.sh"
# shellcheck source=userspace/data/checks/returns.sh
. "$FB_TOP/userspace/data/checks/returns.sh"
# shellcheck source=userspace/data/checks/transport.sh
. "$FB_TOP/userspace/data/checks/transport.sh"
# shellcheck source=userspace/data/checks/ike.sh
. "$FB_TOP/userspace/data/checks/ike.sh"
# shellcheck source=userspace/data/checks/given.sh
. "$FB_TOP/userspace/data/checks/given.sh"

# --- records -------------------------------------------------------------------

# record WORD FIELD…: prints a record, fields separated by tabs
record() {
	local IFS=$'\t'

	printf '%s\n' "$*" >&3
}

# is SOURCE WHAT OP WANTED COUNTED: records a claim
is() {
	record claim "$@"
}

# note TEXT: records a line of text, which is shown with the check
note() {
	record note "$*"
}

# die WHY: ends the check before its end, which makes it fail
die() {
	note "$*"
	exit 1
}

# skip WHY: ends a check that cannot run on this machine. lacks WHAT: ends a check of a feature that this kernel lacks.
skip() {
	record skip "$*"
	exit 0
}

lacks() {
	record lacks "$*"
	exit 0
}

# --- the nodes of the lab ------------------------------------------------------------

# ns NODE: prints the name of the node's network namespace
ns() {
	printf 'fb-%s-%s' "$FB_ID" "$1"
}

# in_ NODE COMMAND…: runs the command in the node, with the machine's /sys: ip netns exec would mount a new one each time
in_() {
	local node=$1
	shift

	nsenter --net="/run/netns/fb-$FB_ID-$node" "$@"
}

# ip_ NODE ARGUMENT…: runs ip(8) in the node
ip_() {
	local node=$1
	shift

	ip -n "fb-$FB_ID-$node" "$@"
}

# must COMMAND…: runs the command; ends the check if the command fails
must() {
	local said

	said=$("$@" 2>&1) || die "$* failed${said:+: ${said//$'\n'/; }}"
}

# kernel_before VERSION: returns true if the running kernel is older. 6.12.117 is before 6.13, and not before 6.12.117
kernel_before() {
	local -a is than
	local i

	IFS=. read -ra than <<<"$1"
	[[ $(uname -r) =~ ^([0-9]+)\.([0-9]+)(\.([0-9]+))? ]] || return
	is=("${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[4]:-0}")
	for i in 0 1 2; do
		((is[i] == ${than[i]:-0})) || break
	done
	((is[i] < ${than[i]:-0}))
}

# until_ SECONDS COMMAND…: repeats the command until it succeeds; returns 1 if it never did
until_() {
	local deadline=$((SECONDS + $1))
	shift

	until "$@" >/dev/null 2>&1; do
		((SECONDS < deadline)) || return 1
		sleep 0.05 # between two tries; the deadline bounds the loop
	done
}

# --- traffic ---------------------------------------------------------------------

# try COMMAND…: sends one command to `flowbench traffic`; its reply is in R. Returns true if the reply is ok. The reply may take
# a minute, and the command's own timeout= (in ms) on top of that.
try() {
	local wait=60

	[[ ! " $*" =~ \ timeout=([0-9]+) ]] || wait=$((wait + BASH_REMATCH[1] / 1000))
	[[ -n ${FB_TRAFFIC[1]:-} ]] || die "flowbench traffic has ended; it did not do: $*"
	printf '%s\n' "$*" >&"${FB_TRAFFIC[1]}" || die "flowbench traffic has ended; it did not do: $*"
	IFS= read -r -t "$wait" R <&"${FB_TRAFFIC[0]}" || die "flowbench traffic did not reply within $wait s to: $*"
	[[ $R == ok || $R == ok\ * ]]
}

# t COMMAND…: like try, but ends the check unless the reply is ok
t() {
	try "$@" || die "$*: $R"
}

# watch NAME NODE DEV [out=1]: the command watch; replaces an existing watch of this name
watch() {
	try drop "$1" || true
	t watch "$@"
}

# got KEY: prints this value of the last reply
got() {
	local word

	for word in $R; do
		[[ $word != "$1="* ]] || { printf '%s' "${word#*=}" && return; }
	done
	die "no '$1' in: $R"
}

# --- counters --------------------------------------------------------------------

declare -A fb_before fb_after

# counters ARRAY: reads all counters of the gateway into the array. R stays the last reply to the check.
counters() {
	local -n into=$1
	local line word said name='' last='' R
	local -a lines

	into=()
	t count gw "$FB_RUN/counters"
	mapfile -t lines <"$FB_RUN/counters"
	for line in "${lines[@]}"; do
		into["${line%% *}"]=${line#* }
	done
	[[ -z ${hardware_used:-} ]] || while IFS='=' read -r word line; do
		into["hw.$word"]=$line
	done <"$FB_HW/counters"
	# Of "counter NAME { packets N bytes N }". A pipe would be read byte by byte, one system call each.
	said=$(in_ gw nft list counters)
	for word in $said; do
		case $last in
		counter) name=$word ;;
		packets) into[nft.$name]=$word ;;
		bytes) into[nft.$name.bytes]=$word ;;
		esac
		last=$word
	done
}

# begin, finish: read the counters before and after the packets. d KEY prints the difference of a counter.
begin() {
	why_begin
	counters fb_before
}

finish() {
	read -r -t 0.02 <> <(:) || true # packets that are on their way arrive
	counters fb_after
	why_finish
}

# d KEY…: prints the sum of the differences. A counter that does not exist is an error, not 0. A verdict exists only after it was returned once.
d() {
	local key there sum=0

	for key in "$@"; do
		[[ $key == hook.* ]] && there=${key%.*}.calls || there=$key
		[[ -n ${fb_after[$there]+there} ]] || die "there is no counter $key"
		sum=$((sum + ${fb_after[$key]:-0} - ${fb_before[$key]:-0}))
	done
	printf '%d' "$sum"
}

# fast, fast_dropped, slow: print the number of packets that the flowtable forwarded, that it dropped, and that took the slow path.
# by_software, by_hardware: print the number of packets that the flowtable forwarded itself, and by its rules in hardware.
fast() {
	printf '%d' $(($(by_software) + $(by_hardware)))
}

by_software() {
	d hook.nf_flow_offload_ip_hook.NF_STOLEN hook.nf_flow_offload_ipv6_hook.NF_STOLEN
}

by_hardware() {
	if [[ ${hardware_used:-} ]]; then d hw.forwarded; else printf 0; fi
}

fast_dropped() {
	d hook.nf_flow_offload_ip_hook.NF_DROP hook.nf_flow_offload_ipv6_hook.NF_DROP
}

slow() {
	d nft.fb_slow
}

# encrypted, again: print the number of ESP packets on the slow path, and of decrypted packets that were received again. GRO may
# have merged decrypted packets; count_again() in net.sh counts them as they come to the flowtable's hook.
encrypted() {
	d nft.fb_esp
}

again() {
	if [[ -n ${fb_after[nft.fb_again]:-} ]]; then d nft.fb_again; else encrypted; fi
}

# refused: prints the number of packets that IPsec refused, for any reason
refused() {
	local key keys=()

	for key in "${!fb_after[@]}"; do
		[[ $key != xfrm.* ]] || keys+=("$key")
	done
	d "${keys[@]}"
}

# closes [DEVICE…]: claims that each packet received by the gateway's devices was forwarded or dropped
closes() {
	local keys

	(($#)) || set -- in0 out0 mid0
	keys=("${@/#/dev.}")
	is sum "fast + slow + dropped = received by $* + decrypted" = \
		"$(($(d "${keys[@]/%/.rx}") + $(again)))" "$(($(fast) + $(slow) + $(fast_dropped)))"
}

# offloaded WORD…: prints how many connections with these words in their conntrack line are offloaded, be it to hardware.
# tracked WORD…: prints how many there are.
offloaded() {
	local software before now=0

	[[ ! ${hardware_used:-} ]] || now=$(in_hardware "$@")
	# A connection that gets a rule between two questions would count twice.
	until [[ $now == "${before:-}" ]]; do
		before=$now
		t ct gw OFFLOAD "$@"
		software=$(got n)
		[[ ! ${hardware_used:-} ]] || now=$(in_hardware "$@")
	done
	printf '%d' $((software + now))
}

tracked() {
	t ct gw "$@"
	got n
}

# --- running one check --------------------------------------------

hooks_on() {
	local hook

	for hook in $hooks_wanted; do
		# A hook whose function is inlined in this kernel stays off and counts nothing.
		echo "+$hook" 2>/dev/null >"$FB_DEBUG/hooks" || true
	done
}

hooks_off() {
	[[ -z ${FB_HOOKS_STAY:-} ]] || return 0
	for hook in $hooks_wanted; do
		echo "-$hook" 2>/dev/null >"$FB_DEBUG/hooks" || true
	done
}

# bad_lines: prints warnings in the kernel log since the check began; of data races, only those that our modules have a part in. After
# a line that matches log_known, one call trace is none.
bad_lines() {
	dmesg | awk -v mark="flowbench-check $FB_MARK" \
		'seen; substr($0, length($0) - length(mark) + 1) == mark { seen = 1 }' |
		awk -f "$FB_TOP/userspace/data/checks/races.awk" | awk -v bad="$FB_LOG_BAD" -v known="${log_known:-}" '
			known != "" && $0 ~ known { forgiven = 1 }
			$0 ~ bad { if (forgiven && /Call Trace/) forgiven = 0; else print }'
}

# unload_later MODULE: removes this module, which would change later checks, once the lab has gone
unload_later() {
	unload+=" $1"
}

check_leave() {
	local status=$? bad left line

	trap - EXIT
	trap '' INT TERM HUP
	[[ -z ${FB_TRAFFIC_PID:-} ]] || kill "$FB_TRAFFIC_PID" 2>/dev/null
	hooks_off
	[[ -z ${hardware_used:-} ]] || echo off >"$FB_HW/control" || status=1
	rm -rf -- "$FB_RUN"
	"$FB_TOP/netns-lab/lab" down "$FB_TOPOLOGY" --id "$FB_ID" || status=1
	for line in $unload; do
		until_ 20 modprobe -r "$line" || note "$line stays loaded"
	done
	if [[ -n $ended ]]; then
		mapfile -t bad < <(bad_lines)
		is log "warnings in the kernel log" = 0 "${#bad[@]}"
		for line in "${bad[@]:0:3}"; do note "$line"; done
		left=(/run/netns/fb-"$FB_ID"-*)
		[[ -e ${left[0]} ]] || left=()
		is log "namespaces left behind" = 0 "${#left[@]}"
		all_given_back
		((status)) || record end
	fi
	exit "$status"
}

# check_file NAME: sets file to the file of the check, V to 4 or 6 in a file for both, and KIND to its kind in a file with a table
check_file() {
	local found

	found=$(awk -f "$FB_TOP/userspace/data/checks/heads.awk" "$FB_TOP"/userspace/data/checks/*-*.sh | sed -n "s/^$1\tfile\t//p")
	IFS='|' read -r file V KIND <<<"$found"
	[[ -n $file ]]
}

check_main() {
	local name=${1:-} module words file signal

	{ [[ $name =~ ^[a-z0-9]+(-[a-z0-9]+)+$ ]] && check_file "$name"; } ||
		{ printf 'run: no check %s\n' "'$name'" && exit 2; }
	read -r -a words <<<"${2:-router}"
	FB_TOPOLOGY=${words[0]} FB_MARK=$name-$$
	for module in ${3:-}; do
		modprobe -q "${module#\?}" || [[ $module == \?* ]] || skip "this kernel has no module $module"
	done
	printf 'flowbench-check %s\n' "$FB_MARK" >/dev/kmsg
	FB_RUN=$(mktemp -d) || exit 2
	trap check_leave EXIT
	# As in netns-lab/lab, with its parenthesis.
	for signal in 1 2 15; do # HUP, INT, TERM
		# shellcheck disable=SC2064 # the number is expanded now
		trap "exit $((128 + signal))"$'\n)' "$signal"
	done
	given_begin
	"$FB_TOP/netns-lab/lab" up "$FB_TOPOLOGY" --id "$FB_ID" "${words[@]:1}" || die "the lab did not come up"
	hooks_on
	coproc FB_TRAFFIC { exec "$FLOWBENCH" traffic --id "$FB_ID"; }
	# shellcheck source=/dev/null
	. "$file"
	why_on "$name" "$file"
	offload_all=${FB_OFFLOAD:-}
	check
	[[ ! $offload_all ]] || offload_ends
	why_off
	ended=y
}
