# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Runs test programs and adds up their KTAP. tests/run sources it after scripts/lib.sh, with $logs, a folder for
# what the programs print. ONLY is a pattern of names: programs whose name does not match it do not run.
#
#	program NAME COMMAND…          runs now, and is waited for
#	beside NAME COMMAND…           runs when a processor is free; told_all waits for all of them
#	queue NAME "INPUT…" COMMAND…   runs when its inputs are made; run_queue runs all, the longest first
#	input NAME COMMAND…            makes what queued programs need
passed=0 failed=0 skipped=0
# Format of `time`: seconds of the clock, of a processor in the program, of a processor in the kernel.
TIMEFORMAT='%R %U %S'
failures=()
# How many tests were skipped for each reason.
declare -A skip_reasons=()
# A program that runs beside others is ended after this many seconds: a test that hangs must not hide what it is. It is
# three times what the longest takes on two cores; parts of some hours set it themselves.
most_seconds=1800

# wanted NAME: succeeds if NAME is to run, and makes the files for its output.
wanted() {
	# shellcheck disable=SC2053 # a pattern
	[[ $1 == ${ONLY:-*} ]] || return 1
	mkdir -p "$(dirname -- "$logs/$1")"
	: | tee "$logs/$1" "$logs/$1.err" "$logs/$1.time"
}

# --- adding up ------------------------------------------------------------------------------------

# note_skips FILE: adds up the reasons of the skips in a KTAP
note_skips() {
	local reason

	while IFS= read -r reason; do
		skip_reasons[$reason]=$((${skip_reasons[$reason]:-0} + 1))
	done < <(sed -n 's/^.*# SKIP  *//p; s/^not ok .*# TODO  */known: /p' "$1")
}

# tell_skips: shows how many tests were skipped for which reason, and whether that is a tenth of them or more
tell_skips() {
	local all=$((passed + failed + skipped)) reason

	((skipped)) || return 0
	for reason in "${!skip_reasons[@]}"; do
		printf '# skipped: %d: %s\n' "${skip_reasons[$reason]}" "$reason"
	done | sort -t : -k2,2rn -k3
	((skipped * 10 < all)) || printf '# much was not tested: %d of %d tests were skipped\n' "$skipped" "$all"
}

# count NAME STATUS FILE: adds the KTAP of one test program. A failure that a kernel is known to have (TODO, with
# its reason) counts as skipped.
count() {
	local name=$1 status=$2 file=$3 line planned=0 seen=0 bad=0

	while IFS= read -r line; do
		case $line in
		1..[0-9]*) planned=$((planned + ${line#1..})) ;;
		ok\ *\#\ SKIP | ok\ *\#\ SKIP\ )
			failed=$((failed + 1)) seen=$((seen + 1)) bad=$((bad + 1))
			failures+=("$name: ${line#ok }: skipped without a reason")
			;;
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
	if ((status == 124)); then
		failed=$((failed + 1))
		failures+=("$name: not ended after $most_seconds s, after test $seen of $planned")
	elif ((planned != seen || seen == 0)); then
		failed=$((failed + 1))
		failures+=("$name: planned $planned tests, saw $seen (status $status)")
	elif ((status != 0 && bad == 0)); then
		failed=$((failed + 1))
		failures+=("$name: ended with status $status after all its tests passed")
	fi
}

# sum NAME STATUS FILE: adds the last line of a program that has added up its tests itself.
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

# took FILE: prints how long a program ran. FILE is what `time` wrote; the shell may have written before that
# which signal ended the program.
took() {
	awk '{ known = NF == 3 && $1 $2 $3 ~ /^[0-9.]+$/; clock = $1; processor = $2 + $3 }
		END {
			if (known)
				printf "%.0f s, %.0f s of a processor", clock, processor
			else
				printf "nobody knows how long"
		}' "$1"
}

# tell NAME STATUS FILE: shows the output of a test program and adds it up. FILE.err is its standard error,
# FILE.time what `time` wrote.
tell() {
	printf '# %s\n' "$1"
	cat "$3"
	(($2 == 0)) || sed 's/^/# /' "$3.err" | tail -n 40
	if [[ $1 == unit ]]; then sum "$@"; else count "$@"; fi
	note_skips "$3"
	printf '# %s: %s\n' "$1" "$(took "$3.time")"
}

# --- one now, or several beside each other --------------------------------------------------------

# program NAME COMMAND…
program() {
	local name=$1 status=0
	shift

	wanted "$name" || return 0
	{ time "$@" </dev/null >"$logs/$name" 2>"$logs/$name.err"; } 2>"$logs/$name.time" || status=$?
	tell "$name" "$status" "$logs/$name"
}

# begin NAME COMMAND…: starts COMMAND in a session of its own; its pid is $!, its status in NAME.end at the end.
begin() {
	local name=$1
	shift

	TIMEFORMAT=$TIMEFORMAT setsid -- "$FB_TOP/tests/one-program" "$most_seconds" "$logs/$name" "$@" &
	fb_undo fb_end_group "$!"
}

# beside NAME COMMAND…: as many run at a time as this machine has processors. The output of each is shown when it
# has ended and the next one begins.
beside_names=() beside_pids=()
beside() {
	local name=$1

	wanted "$name" || return 0
	while (($(jobs -pr | wc -l) >= $(nproc))); do wait -n || true; done
	told_ended
	fb_progress "$name"
	begin "$@"
	beside_names+=("$name") beside_pids+=("$!")
}

# told_ended: tells of those that have ended.
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
		! declare -F told_one >/dev/null || told_one "$name"
	done
}

told_all() {
	while ((${#beside_pids[@]})); do
		told_ended
		((${#beside_pids[@]} == 0)) || wait -n || true
	done
}
