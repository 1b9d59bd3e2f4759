# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What checks are made of: traffic, counters, claims. A check's file has a function check() that uses
# them; everything that it makes lies in the lab, and goes with it.

FB_ID='val'
FB_DEBUG=/sys/kernel/debug/flowbench
FB_LOG_BAD='BUG:|WARNING:|Oops|general protection|Call Trace|refcount_t|unregister_netdevice|UBSAN|KASAN|ODEBUG|stall'
hooks_wanted='nf_flow_offload_ip_hook nf_flow_offload_ipv6_hook flow_offload_add flow_offload_teardown
	nf_flow_xmit_xfrm ip_forward ip6_forward'
ended=''
# shellcheck source=tests/validate/net.sh
. "$FB_TOP/tests/validate/net.sh"
# shellcheck source=tests/validate/flows.sh
. "$FB_TOP/tests/validate/flows.sh"
# shellcheck source=tests/validate/families.sh
. "$FB_TOP/tests/validate/families.sh"

# --- records -------------------------------------------------------------------

# record WORD FIELD…
record() {
	local IFS=$'\t'

	printf '%s\n' "$*" >&3
}

# is SOURCE WHAT OP WANTED COUNTED: a claim
is() {
	record claim "$@"
}

note() {
	record note "$*"
}

# die WHY: the check cannot come to its end
die() {
	note "$*"
	exit 1
}

# skip WHY: it cannot run on this machine. lacks WHAT: this kernel has not got it.
skip() {
	record skip "$*"
	exit 0
}

lacks() {
	record lacks "$*"
	exit 0
}

# --- where things are ------------------------------------------------------------

ns() {
	printf 'fb-%s-%s' "$FB_ID" "$1"
}

# in_ NODE COMMAND…: there, but with the machine's /sys: ip netns exec would mount another one each time
in_() {
	local node=$1
	shift

	nsenter --net="/run/netns/fb-$FB_ID-$node" "$@"
}

# ip_ NODE ARGUMENT…: ip(8) in the node
ip_() {
	local node=$1
	shift

	ip -n "fb-$FB_ID-$node" "$@"
}

# must COMMAND…: or the check cannot come to its end
must() {
	local said

	said=$("$@" 2>&1) || die "$* failed${said:+: ${said//$'\n'/; }}"
}

# kernel_before VERSION: is the running one older? 6.12.117 is before 6.13, and not before 6.12.117
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

# until_ SECONDS COMMAND…: 0 as soon as the command succeeds
until_() {
	local deadline=$((SECONDS + $1))
	shift

	until "$@" >/dev/null 2>&1; do
		((SECONDS < deadline)) || return 1
		sleep 0.05 # between two looks; the deadline bounds them all
	done
}

# --- traffic ---------------------------------------------------------------------

# try COMMAND…: one command of `flowbench traffic`; its answer is in R. 0 if it was ok.
try() {
	[[ -n ${FB_TRAFFIC[1]:-} ]] || die "traffic has gone, at: $*"
	printf '%s\n' "$*" >&"${FB_TRAFFIC[1]}" || die "traffic has gone, at: $*"
	IFS= read -r -t 60 R <&"${FB_TRAFFIC[0]}" || die "traffic gives no answer to: $*"
	[[ $R == ok || $R == ok\ * ]]
}

# t COMMAND…: as try, and it must be ok
t() {
	try "$@" || die "$*: $R"
}

# watch NAME NODE DEV [out=1]: as the command, also when there is such a watch
watch() {
	try drop "$1" || true
	t watch "$@"
}

# got KEY: the value in the last answer
got() {
	local word

	for word in $R; do
		[[ $word != "$1="* ]] || { printf '%s' "${word#*=}" && return; }
	done
	die "no '$1' in: $R"
}

# --- counters --------------------------------------------------------------------

declare -A fb_before fb_after

# counters ARRAY: all that the gateway counts
counters() {
	local -n into=$1
	local key value name

	into=()
	[[ -n ${FB_TRAFFIC[1]:-} ]] || die "traffic has gone"
	printf 'count gw\n' >&"${FB_TRAFFIC[1]}"
	while IFS=' ' read -r -t 60 key value <&"${FB_TRAFFIC[0]}"; do
		case $key in
		. | ok) break ;;
		error) die "count gw: $value" ;;
		esac
		into["$key"]=$value
	done
	while read -r key value _; do
		case $key in
		counter) name=$value ;;
		packets) into[nft.$name]=$value ;;
		esac
	done < <(in_ gw nft list counters)
}

# begin, finish: what is counted between the two, and d KEY says how much that is
begin() {
	counters fb_before
}

finish() {
	read -r -t 0.02 <> <(:) || true # what is on its way gets there
	counters fb_after
}

# d KEY…: their sum. What nobody counts is not 0, but an error; a verdict is there once it was given.
d() {
	local key there sum=0

	for key in "$@"; do
		[[ $key == hook.* ]] && there=${key%.*}.calls || there=$key
		[[ -n ${fb_after[$there]+there} ]] || die "nothing counts $key"
		sum=$((sum + ${fb_after[$key]:-0} - ${fb_before[$key]:-0}))
	done
	printf '%d' "$sum"
}

# Packets that the flowtable forwarded, that it dropped, and that took the slow path.
fast() {
	d hook.nf_flow_offload_ip_hook.NF_STOLEN hook.nf_flow_offload_ipv6_hook.NF_STOLEN
}

fast_dropped() {
	d hook.nf_flow_offload_ip_hook.NF_DROP hook.nf_flow_offload_ipv6_hook.NF_DROP
}

slow() {
	d nft.fb_slow
}

# Packets that came out of ESP: they are received once more, unless one was refused, which closes() shows.
again() {
	d nft.fb_esp
}

# Packets that IPsec refused, for whatever reason.
refused() {
	local key keys=()

	for key in "${!fb_after[@]}"; do
		[[ $key != xfrm.* ]] || keys+=("$key")
	done
	d "${keys[@]}"
}

# closes [DEVICE…]: what the gateway's devices received is accounted for, to the packet
closes() {
	local keys

	(($#)) || set -- in0 out0 mid0
	keys=("${@/#/dev.}")
	is sum "received by $*, and out of ESP: fast + slow + dropped" = \
		"$(($(d "${keys[@]/%/.rx}") + $(again)))" "$(($(fast) + $(slow) + $(fast_dropped)))"
}

# offloaded WORD…: connections of the gateway that the flowtable has, with these words in their line
offloaded() {
	t ct gw OFFLOAD "$@"
	got n
}

tracked() {
	t ct gw "$@"
	got n
}

# --- one check, from its lab to its end --------------------------------------------

hooks_on() {
	local hook

	for hook in $hooks_wanted; do
		# One that this kernel has inlined stays off, and counts nothing.
		echo "+$hook" 2>/dev/null >"$FB_DEBUG/hooks" || true
	done
}

hooks_off() {
	[[ -z ${FB_HOOKS_STAY:-} ]] || return 0
	for hook in $hooks_wanted; do
		echo "-$hook" 2>/dev/null >"$FB_DEBUG/hooks" || true
	done
}

# bad_lines: what the kernel complained of since the check began; of data races those with a part of ours
bad_lines() {
	dmesg | awk -v mark="flowbench-check $FB_MARK" \
		'seen; substr($0, length($0) - length(mark) + 1) == mark { seen = 1 }' |
		awk -f "$FB_TOP/tests/validate/races.awk" | awk -v bad="$FB_LOG_BAD" '$0 ~ bad'
}

check_leave() {
	local status=$? bad left line

	trap - EXIT
	trap '' INT TERM HUP
	[[ -z ${FB_TRAFFIC_PID:-} ]] || kill "$FB_TRAFFIC_PID" 2>/dev/null
	hooks_off
	rm -rf -- "$FB_RUN"
	"$FB_TOP/netns-lab/lab" down "$FB_TOPOLOGY" --id "$FB_ID" || status=1
	if [[ -n $ended ]]; then
		mapfile -t bad < <(bad_lines)
		is log "complaints of the kernel" = 0 "${#bad[@]}"
		for line in "${bad[@]:0:3}"; do note "$line"; done
		left=(/run/netns/fb-"$FB_ID"-*)
		[[ -e ${left[0]} ]] || left=()
		is log "namespaces left" = 0 "${#left[@]}"
		((status)) || record end
	fi
	exit "$status"
}

check_main() {
	local name=${1:-} module words

	[[ $name =~ ^[a-z0-9]+(-[a-z0-9]+)+$ && -f $FB_TOP/tests/validate/$name.sh ]] ||
		{ printf 'run: no check %s\n' "'$name'" && exit 2; }
	read -r -a words <<<"${2:-router}"
	FB_TOPOLOGY=${words[0]} FB_MARK=$name-$$
	for module in ${3:-}; do
		modprobe -q "${module#\?}" || [[ $module == \?* ]] || skip "this kernel has no module $module"
	done
	printf 'flowbench-check %s\n' "$FB_MARK" >/dev/kmsg
	FB_RUN=$(mktemp -d) || exit 2
	trap check_leave EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
	"$FB_TOP/netns-lab/lab" up "$FB_TOPOLOGY" --id "$FB_ID" "${words[@]:1}" || die "no lab"
	hooks_on
	coproc FB_TRAFFIC { exec "$FLOWBENCH" traffic --id "$FB_ID"; }
	# shellcheck source=/dev/null
	. "$FB_TOP/tests/validate/$name.sh"
	check
	ended=y
}
