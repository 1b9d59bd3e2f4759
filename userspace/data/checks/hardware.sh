# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for flowtables with "flags offload": the module's model of hardware takes their rules.

FB_HW=$FB_DEBUG/hardware

# --- the hardware ----------------------------------------------------------------

# hardware WORD…: switches the hardware on in the gateway, with the devices in0 and out0 unless a word is dev=…; other words are
# keys of the control file (table=16, refuse=2). hardware_set WORD…: sets keys while it is on. hardware_off: switches it off.
hardware() {
	local devices='dev=in0,out0'

	[[ " $*" != *' dev='* ]] || devices=''
	[[ -e $FB_HW/control ]] || lacks 'a flowbench module with hardware'
	hardware_used=y
	hardware_says "on $devices $*"
}

hardware_set() {
	hardware_says "set $*"
}

hardware_off() {
	hardware_says off
}

# hardware_says TEXT: writes to the control file, in the gateway; ends the check if that is refused
hardware_says() {
	must hardware_try "$1"
}

# hardware_try TEXT: the same; returns false if it is refused
hardware_try() {
	# shellcheck disable=SC2016 # expanded by that shell
	in_ gw sh -c 'echo "$1" >"$2"' sh "$1" "$FB_HW/control"
}

# hw KEY: prints a counter of the hardware
hw() {
	awk -F= -v key="$1" '$1 == key { print $2; found = 1 } END { exit !found }' "$FB_HW/counters" ||
		die "hardware has no counter $1"
}

# hw_rules PATTERN…: prints how many rules match all of these extended regular expressions, in the words of `flowbench hardware`
hw_rules() {
	"$FLOWBENCH" hardware >"$FB_RUN/rules" || die 'flowbench hardware failed'
	awk 'BEGIN { for (i = 1; i < ARGC; i++) pattern[i] = ARGV[i]; nr = ARGC; ARGC = 1 }
		function count(    i) {
			for (i = 1; i < nr; i++)
				if (rule !~ pattern[i])
					return 0
			return rule != ""
		}
		/^rule / { n += count(); rule = "" }
		{ rule = rule " " $0 }
		END { print n + count() }' "$@" <"$FB_RUN/rules"
}

# in_hardware WORD…: prints how many connections with these words in their conntrack line are marked [HW_OFFLOAD]
in_hardware() {
	t ct gw HW_OFFLOAD "$@"
	got n
}

# --- rules -----------------------------------------------------------------------

# offloading FAMILY [KEY=VALUE…]: flowtable with "flags offload"
offloading() {
	flowtable "$@" options='flags offload'
}

# ways: prints for how many directions of a flow nf_flow_table gives a rule. 6.1 as Debian has it gives none for the reply's
# (hardware-rules46). act_ct gives both.
ways() {
	if kernel_before 6.12 && ! kernel_before 6.1; then printf 1; else printf 2; fi
}

# rules_come N: waits until the hardware has so many rules, at most five seconds. has_rules N: returns true if it has so many now
rules_come() {
	until_ 5 has_rules "$1" || true
}

has_rules() {
	(($(hw rules) == $1))
}

# --- checks of other families, with hardware ----------------------------------------------

# with_hardware MODE FILE [WORD…]: runs another check, whose flowtables have "flags offload" then, and hardware in this mode:
#   forward   hardware forwards by the rules. What it forwards counts as fast.
#   shadow    software forwards, and hardware compares each packet with what the rule would have made of it
#   refuse    hardware refuses each rule
# WORDs are keys of the control file.
with_hardware() {
	FB_OFFLOAD=$1 FB_OFFLOAD_WORDS="${*:3}"
	# shellcheck source=/dev/null
	. "$FB_TOP/userspace/data/checks/$2.sh"
	check
}

# offload_to DEVICES: switches the hardware on for a flowtable with these devices, unless it is on. If each check has hardware
# (flowbench validate --offload), a flowtable with other devices has none.
offload_to() {
	local devices=${1//[\" ]/} mode="mode=$FB_OFFLOAD"

	[[ $FB_OFFLOAD != refuse ]] || mode='mode=hold refuse=1'
	[[ ! ${hardware_used:-} ]] || return 0
	if [[ $offload_all ]] && ! hardware_try "on dev=$devices $mode"; then
		note "no hardware here for: $devices"
		FB_OFFLOAD=''
		return
	fi
	hardware_used=y
	[[ $offload_all ]] || hardware "dev=$devices" "$mode" "${FB_OFFLOAD_WORDS:-}"
}

# beyond_rules REASON: software does with packets of this check what a rule for hardware cannot say, so they differ. The list of all
# that is known: grep -r beyond_rules
beyond_rules() {
	FB_BEYOND=$1
}

# beyond_header: so it is with a device that has no Ethernet header, as of a tunnel
beyond_header() {
	beyond_rules 'it has an Ethernet header for the device, which has none'
}

# offload_differs [REASON]: software does otherwise with the flag "offload" than without, also if hardware refuses each rule, and this
# check fails. Without a REASON it is how packets leave. The list of all that is known: grep -r offload_differs
offload_differs() {
	local direct='packets leave by the device and the MAC addresses that the flow had at first, and no route is asked (FLOW_OFFLOAD_XMIT_DIRECT)'

	[[ $offload_all != refuse && $offload_all != shadow ]] || kernel_before 5.13 || record fails "with flags offload: ${1:-$direct}"
}

# offload_mends: with the flag "offload" software does what the head says that it fails to do. The list of all that is known:
# grep -r offload_mends
offload_mends() {
	[[ $offload_all != refuse && $offload_all != shadow ]] || record fails -
}

# offload_ends: claims what holds for each check with hardware
offload_ends() {
	[[ ${hardware_used:-} ]] || return 0
	if [[ ! -e /run/netns/$(ns gw) ]]; then
		note "the hardware has gone with its network namespace"
		return
	fi
	if [[ ${FB_BEYOND:-} && $FB_OFFLOAD == shadow ]]; then
		note "a rule cannot say it: $FB_BEYOND"
		is hardware "packets of software that are not as their rule makes them" '>=' 1 "$(hw different)"
	else
		is hardware "packets of software that are not as their rule makes them" = 0 "$(hw different)"
		(($(hw different) == 0)) || differences 3
	fi
	closed
}

# compared: claims that software made of each packet what the rule says, of N packets at least
compared() {
	is hardware "packets of software that are as their rule makes them" '>=' "$1" "$(hw compared)"
	is hardware "packets of software that are not" = 0 "$(hw different)"
	differences 9
}

# differences N: notes what differed first, at most N lines
differences() {
	local line nr=0

	while IFS= read -r line && ((nr++ < $1)); do note "$line"; done <"$FB_HW/differences"
}

# closed: claims that the sums of the hardware close: of packets, and of rules. All counters are of one reading.
closed() {
	local key value
	local -A counter=()

	while IFS='=' read -r key value; do [[ ! $key ]] || counter[$key]=$value; done <"$FB_HW/counters"
	is hardware "forwarded + passed on + dropped = packets in" = "${counter[in]}" \
		"$((counter[forwarded] + counter[passed] + counter[dropped]))"
	is hardware "rules + given up + replaced + forgotten = taken" = "${counter[taken]}" \
		"$((counter[rules] + counter[destroy] + counter[again] + counter[forgotten]))"
}

# ends_all: ends what is left of the check's flows; claims that hardware has no rule then, and that each was given up
ends_all() {
	in_ gw conntrack -F >/dev/null 2>&1
	rules_come 0
	is hardware "rules that are left" = 0 "$(hw rules)"
	is hardware "rules that the kernel has forgotten" = 0 "$(hw orphans)"
	closed
}
