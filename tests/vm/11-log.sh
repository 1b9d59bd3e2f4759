#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What the module says in the kernel log: why a write was refused, in one line, and nothing else. No control character
# of a write or of a device's name reaches the log.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 10
log_mark 11-log
on_exit module_unload
module_load
bench_up
modprobe -q dummy || true

# raw_log: prints the kernel log as it is; dmesg escapes control characters (syslog(2), SYSLOG_ACTION_READ_ALL)
raw_log() {
	perl -e 'use Config; my $log = "\0" x (1 << 20);
		my $n = syscall($Config{archname} =~ /^aarch64/ ? 116 : 103, 3, $log, length($log));
		$n >= 0 or die "syslog: $!\n"; print substr($log, 0, $n)'
}

# own: prints the lines of the module since the mark
own() {
	raw_log | LC_ALL=C sed -n "/flowbench-test-mark $log_from\$/,\$p" | LC_ALL=C grep -a 'flowbench: ' || true
}

# put FILE TEXT: writes exactly this text, in one write()
put() {
	# shellcheck disable=SC2016 # perl's variables
	gw perl -e 'open(my $f, ">", $ARGV[0]) or die; defined(syswrite($f, $ARGV[1])) or die "$!\n"' "$@"
}

# --- what is refused ------------------------------------------------------------------------------

# says FILE TEXT WORDS: the write must be refused, with one line that begins with WORDS
says_why() {
	local file=$1 text=$2 words=$3 before after

	before=$(own | wc -l)
	put "$FB_DEBUG/$file" "$text" 2>/dev/null && { echo "'$text' is accepted"; return 1; }
	after=$(own | tail -n "+$((before + 1))")
	[[ $(wc -l <<<"$after") == 1 && $after == *"flowbench: $words"* ]] && return
	printf '%s %q:\n%s\n' "$file" "$text" "$after"
	return 1
}

each_says_why() {
	says_why hooks '' 'hooks: expected ' && says_why hooks $' \n' 'hooks: expected ' &&
		says_why hooks ip_forward "hooks: 'ip_forward' does not begin with " &&
		says_why hooks +none "hooks: unknown hook 'none'" &&
		says_why hooks $'+ip_forward\e' 'hooks: expected ' &&
		says_why hooks $'+ip_forward\r' 'hooks: expected ' &&
		says_why mark '' 'mark: expected ' && says_why mark 'a*/b' 'mark: expected ' &&
		says_why mark $'a\eb' 'mark: expected ' && says_why why onn "why: neither " &&
		says_why bench/run rounds 'bench: run: neither ' &&
		says_why bench/config flows 'bench: flows: ' && says_why bench/config flows=x 'bench: flows: ' &&
		says_why bench/config $'\e[2J=1' 'bench: '
}

# --- control characters -----------------------------------------------------------------------------

# Each control character but the line end and, in the name of a device, the blanks that no name can have.
controls=$(printf '\001\002\003\004\005\006\007\010\013\014\015\016\017\020\021\022\023\024\025\026\027')
controls+=$(printf '\030\031\032\033\034\035\036\037\177\200\205\233\237\240')

# each_control COMMAND…: runs the command with each character behind its arguments; it must fail
each_control() {
	local i

	for ((i = 0; i < ${#controls}; i++)); do
		"$@" "${controls:i:1}" 2>/dev/null && { printf 'accepted: %q\n' "${controls:i:1}"; return 1; }
	done
	return 0
}

in_hooks() {
	put "$FB_DEBUG/hooks" "+a$1b" || put "$FB_DEBUG/hooks" "a$1b"
}

in_key() {
	put "$BENCH/config" "a$1b=1"
}

in_name() {
	put "$BENCH/config" "dev=a$1b" && put "$BENCH/run" round
}

in_sink() {
	put "$BENCH/config" $'dev=in0\n'"sink=a$1b" && put "$BENCH/run" round
}

in_others() {
	put "$FB_DEBUG/why" "on$1" || put "$BENCH/run" "a$1b" || put "$FB_DEBUG/mark" "a$1b"
}

# A device may have such a name: the kernel refuses blanks, slashes and colons only.
in_device() {
	local name=$'a\eb'

	ip -n fbb-gw link add "$name" type dummy || return 1
	conf reset "dev=$name" sink=out0
	! bench round 2>/dev/null || return 1
	ip -n fbb-gw link set "$name" up
	conf reset "dev=$name" sink=out0 inject=napi
	! bench round 2>/dev/null || return 1
	conf reset "dev=$name" sink=out0 inject=xmit
	! bench round 2>/dev/null || return 1
	conf reset dev=in0 "sink=$name"
	! bench round 2>/dev/null || return 1
	ip -n fbb-gw link del "$name"
}

none_in_log() {
	local bad

	(($(own | wc -l) > 100)) || { own; return 1; }
	bad=$(own | LC_ALL=C grep -a $'[\001-\010\013-\037\177-\237]' | cat -v | head -n 5)
	[[ -z $bad ]] || { echo "$bad"; return 1; }
}

# --- what is accepted -------------------------------------------------------------------------------

quiet() {
	local before

	before=$(own | wc -l)
	module_unload && module_load && bench_up && put "$FB_DEBUG/hooks" +ip_forward && put "$FB_DEBUG/hooks" -all &&
		put "$FB_DEBUG/mark" hello && bench warmup && bench round && put "$FB_DEBUG/reset" 1 || return 1
	gw sh -c "{ echo on >&9; cat <&9; echo off >&9; } 9<>$FB_DEBUG/why >/dev/null" || return 1
	module_unload || return 1
	own | tail -n "+$((before + 1))" | grep . || return 0
	return 1
}

check "each refused write has one line, which says why" each_says_why
check "names of hooks" each_control in_hooks
check "keys of the configuration" each_control in_key
check "names of a device" each_control in_name
check "names of a sink" each_control in_sink
check "words of the other files" each_control in_others
check "a device with such a name" in_device
check "no control character has reached the log" none_in_log
check "what is accepted says nothing" quiet
check "kernel log is clean" log_clean
ktap_end
