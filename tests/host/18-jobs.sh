# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Background jobs of the scripts (fb_each): no more at once than asked for, each told of with its status, and all ended
# and undone when the script is. A failure is not taken for a verdict.
# shellcheck disable=SC2016 # texts are expanded by the script that they are for
set -uo pipefail
# shellcheck source=tests/vm/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../vm/lib.sh"

cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 1
dir=$(mktemp -d)
on_exit rm -rf "$dir"
unset QUIET VERBOSE

# script TEXT: writes $dir/script, which has two functions: work writes how many are at work, told prints
script() {
	cat >"$dir/script" <<-END
		set -euo pipefail
		. scripts/lib.sh
		work() {
			touch "$dir/at/\$1"
			ls "$dir/at" | wc -l >>"$dir/most"
			read -r -t 0.2 <> <(:) || true
			rm "$dir/at/\$1"
			[[ \$1 != bad* ]] || exit 5
		}
		told() { printf '%s %s %s\n' "\$FB_COUNT" "\$1" "\$FB_STATUS"; }
		waits() {
			fb_undo touch "$dir/undone-\$1"
			touch "$dir/begun-\$1"
			fb_run sleep 1000000
		}
		$1
	END
	rm -rf "$dir/at" "$dir/most"
	mkdir "$dir/at"
}

# prints WANTED STATUS TEXT
prints() {
	local status=0 said

	script "$3"
	said=$(bash "$dir/script" 2>&1) || status=$?
	[[ $said == "$1" && $status == "$2" ]] && return
	printf 'status %d: %s\n' "$status" "$said"
	return 1
}

at_once() {
	prints $'1/5\n2/5\n3/5\n4/5\n5/5' 0 'told() { echo "$FB_COUNT"; }; fb_each 2 work told a b c d e' &&
		[[ $(sort -n "$dir/most" | tail -n 1) == 2 ]]
}

# interrupted: the script is ended with two jobs at work
interrupted() {
	local pid status=0

	script 'fb_each 2 waits told a b c'
	bash "$dir/script" >"$dir/said" 2>&1 &
	pid=$!
	wait_until 20 test -e "$dir/begun-a" -a -e "$dir/begun-b" || return 1
	kill -TERM "$pid"
	wait "$pid" || status=$?
	((status == 143)) && [[ -e $dir/undone-a && -e $dir/undone-b && ! -e $dir/begun-c ]] && return
	printf 'status %d\n' "$status"
	ls "$dir"
	return 1
}

# soon: a job whose command ends at once does not keep the script, which kills after 10 s what has not ended
soon() {
	local pid began

	rm -f "$dir"/begun-* "$dir"/undone-*
	script 'fb_each 2 waits told a b c'
	bash "$dir/script" >"$dir/said" 2>&1 &
	pid=$!
	wait_until 20 test -e "$dir/begun-a" -a -e "$dir/begun-b" || return 1
	# Until each has begun its command
	read -r -t 1 <> <(:) || true
	began=$SECONDS
	kill -TERM "$pid"
	wait "$pid" || true
	((SECONDS - began < 6)) && return
	printf '%d s\n' $((SECONDS - began))
	return 1
}

# in_parsing: a signal comes while the first command substitution runs, so bash 5.2 takes it where it begins to parse the
# second one. Each file that sets traps for signals is tried so. Not INT, which a test in the background ignores.
in_parsing() {
	local files file traps signal status tried=0

	mapfile -t files < <(grep -rlE '^\s*trap "exit ' scripts netns-lab userspace/data/checks)
	for file in "${files[@]}"; do
		traps=$(sed -n '/for [a-z_]*signal in /,/done$/p' "$file")
		for signal in HUP TERM; do
			status=0
			bash -c "set -e; $traps"$'\nx=$(kill -s '"$signal"' $$)$(:); exit 0' 2>"$dir/said" || status=$?
			[[ $status == $((128 + $(kill -l "$signal"))) ]] || {
				printf '%s: %s: status %d\n' "$file" "$signal" "$status"
				cat "$dir/said"
				return 1
			}
			tried=$((tried + 1))
		done
	done
	((tried == 6)) || { echo "$tried traps" && return 1; }
}

ktap_plan 11
check "two at once, never three" at_once
check "each is told of, with its status" prints $'1/3 a 0\n2/3 bad 5\n3/3 c d 0' 0 'fb_each 1 work told a bad "c d"'
check "none at all" prints '' 0 'fb_each 2 work told'
check "who is told may end the script" prints 'flowbench: script: over' 3 \
	'told() { fb_die -s 3 over; }; fb_each 1 work told a b'
check "a script that is ended ends its jobs, which undo what they have begun" interrupted
check "a signal while the shell parses ends it with the signal's status" in_parsing
check "and undoes what the script has begun" prints undone 143 \
	'fb_undo echo undone; x=$(kill -s TERM $$)$(:); echo not reached'
check "without waiting for what has ended" soon
check "a failure is 1" prints '' 1 'false'
check "but not where 1 is a verdict" prints '' 2 'fb_failure=2; false'
check "which ends with it" prints '' 1 'fb_failure=2; fb_verdict 1'
ktap_end
