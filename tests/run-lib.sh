# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Runs test programs and adds up what their KTAP says. Sourced by tests/run, which has $logs, a folder, and sources
# scripts/lib.sh; ONLY is a pattern of names, those of other programs are not run.
passed=0 failed=0 skipped=0
# What `time` says of a test program: seconds of the clock, and of a processor in the program and in the kernel.
TIMEFORMAT='%R %U %S'
failures=()

# wanted NAME: is that one to be run? Then there is a place for what it says.
wanted() {
	# shellcheck disable=SC2053 # a pattern
	[[ $1 == ${ONLY:-*} ]] || return 1
	mkdir -p "$(dirname -- "$logs/$1")"
	: | tee "$logs/$1" "$logs/$1.err" "$logs/$1.time"
}

# count NAME STATUS FILE: take in the KTAP of one test program. What a kernel is known to fail (TODO, with its
# reason) counts as skipped.
count() {
	local name=$1 status=$2 file=$3 line planned=0 seen=0 bad=0

	while IFS= read -r line; do
		case $line in
		1..[0-9]*) planned=$((planned + ${line#1..})) ;;
		ok\ *\#\ SKIP* | not\ ok\ *\#\ TODO*)
			skipped=$((skipped + 1)) seen=$((seen + 1))
			;;
		ok\ *)
			passed=$((passed + 1)) seen=$((seen + 1))
			;;
		not\ ok\ *)
			failed=$((failed + 1)) seen=$((seen + 1)) bad=$((bad + 1))
			failures+=("$name: ${line#not ok }")
			;;
		esac
	done <"$file"
	if ((planned != seen || seen == 0)); then
		failed=$((failed + 1))
		failures+=("$name: planned $planned tests, saw $seen (status $status)")
	elif ((status != 0 && bad == 0)); then
		failed=$((failed + 1))
		failures+=("$name: ended with status $status after all its tests passed")
	fi
}

# took FILE: how long one took, as `time` has written there, behind what the shell says of one that was killed
took() {
	awk '{ known = NF == 3 && $1 $2 $3 ~ /^[0-9.]+$/; clock = $1; processor = $2 + $3 }
		END {
			if (known)
				printf "%.0f s, %.0f s of a processor", clock, processor
			else
				printf "nobody knows how long"
		}' "$1"
}

# tell NAME STATUS FILE: show and count what a test program said; FILE.err is its standard error, FILE.time what
# `time` says of it
tell() {
	printf '# %s\n' "$1"
	cat "$3"
	(($2 == 0)) || sed 's/^/# /' "$3.err" | tail -n 40
	count "$1" "$2" "$3"
	printf '# %s: %s\n' "$1" "$(took "$3.time")"
}

# program NAME COMMAND…: run one test program
program() {
	local name=$1 status=0
	shift

	wanted "$name" || return 0
	{ time "$@" </dev/null >"$logs/$name" 2>"$logs/$name.err"; } 2>"$logs/$name.time" || status=$?
	tell "$name" "$status" "$logs/$name"
}

# beside NAME COMMAND…: run one beside others, as many at a time as this machine has cores; told_all waits for all of
# them. Each is told of when it is through, by the time that the next one is to begin.
beside_names=() beside_pids=()
beside() {
	local name=$1
	shift

	wanted "$name" || return 0
	while (($(jobs -pr | wc -l) >= $(nproc))); do wait -n || true; done
	told_ended
	fb_progress "$name"
	# shellcheck disable=SC2016 # expanded by that shell
	TIMEFORMAT=$TIMEFORMAT setsid -- bash -c 'log=$1 && shift
		{ time "$@" </dev/null >"$log" 2>"$log.err"; } 2>"$log.time"
		echo "$?" >"$log.end"' beside "$logs/$name" "$@" &
	fb_undo fb_end_group "$!"
	beside_names+=("$name") beside_pids+=("$!")
}

# told_ended: tell of those that are through
told_ended() {
	local running i name status

	running=$'\n'$(jobs -pr)$'\n'
	for i in "${!beside_pids[@]}"; do
		[[ $running != *$'\n'"${beside_pids[i]}"$'\n'* ]] || continue
		name=${beside_names[i]} status=1
		wait "${beside_pids[i]}" || true
		[[ ! -e "$logs/$name.end" ]] || read -r status <"$logs/$name.end" || true
		tell "$name" "$status" "$logs/$name"
		unset "beside_names[i]" "beside_pids[i]"
	done
}

told_all() {
	while ((${#beside_pids[@]})); do
		told_ended
		((${#beside_pids[@]} == 0)) || wait -n || true
	done
}

# sum NAME STATUS FILE: take in the last line of what has added itself up
sum() {
	local sums

	sums=$(tail -n 1 "$3")
	if [[ $sums =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
		passed=$((passed + BASH_REMATCH[1]))
		failed=$((failed + BASH_REMATCH[2]))
		skipped=$((skipped + BASH_REMATCH[3]))
		((BASH_REMATCH[2] == 0)) || failures+=("$1: ${BASH_REMATCH[2]} tests")
	else
		failed=$((failed + 1))
		failures+=("$1: did not build or run (status $2)")
	fi
}
