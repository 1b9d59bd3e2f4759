# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The undo stack, and commands that end with the script: whatever a script has begun is undone when it ends, by
# itself, by an error or by a signal.

# The words of each command, and behind them their number.
fb_undo_stack=()

# fb_undo COMMAND…: runs COMMAND when the script ends; the last one pushed runs first
fb_undo() {
	fb_undo_stack+=("$@" $#)
}

# fb_undo_pop: removes the last command, and sets FB_UNDONE to its words
fb_undo_pop() {
	local words=${fb_undo_stack[-1]} rest=$((${#fb_undo_stack[@]} - 1))

	FB_UNDONE=("${fb_undo_stack[@]:rest-words:words}")
	fb_undo_stack=("${fb_undo_stack[@]:0:rest-words}")
}

# Runs the undo stack. Of a script with fb_failure=2 an end with 1 is a failure, unless fb_verdict ended it.
fb_unwind() {
	local ended=$?

	trap '' INT TERM HUP
	while ((${#fb_undo_stack[@]})); do
		fb_undo_pop
		"${FB_UNDONE[@]}" || true
	done
	((ended != 1)) || [[ -n $fb_judged ]] || exit "$fb_failure"
}

trap fb_unwind EXIT
# Bash 5.2 runs a trap also where it begins to parse a command substitution, and then takes the trap's text for the
# inside of it: without a parenthesis that is a syntax error, status 2. Elsewhere the first line ends the script.
for fb_signal in 1 2 15; do # HUP, INT, TERM
	# shellcheck disable=SC2064 # the number is expanded now
	trap "exit $((128 + fb_signal))"$'\n)' "$fb_signal"
done

# fb_end_group PID: ends the process group PID and waits until it is gone, so that its undo steps are over before
# ours begin. After 10 s it is killed.
fb_end_group() {
	local pid=$1 i stat

	kill -TERM -- "-$pid" 2>/dev/null || return 0
	for ((i = 0; i < 100; i++)); do
		# A shell that runs its undo steps because of a signal reaps no child by itself, and a zombie counts as a
		# member of its group.
		if { read -r stat <"/proc/$pid/stat"; } 2>/dev/null && [[ $stat == *') Z '* ]]; then
			wait "$pid" 2>/dev/null || true
		fi
		kill -0 -- "-$pid" 2>/dev/null || return 0
		read -r -t 0.1 <> <(:) || true
	done
	kill -KILL -- "-$pid" 2>/dev/null || true
}

# fb_run COMMAND…: runs an external command in a session of its own and returns its status. A signal to the script
# is acted on at once, and ends COMMAND with all that it has started. Standard input is not passed on.
fb_run() {
	local pid status=0

	setsid -- "$@" </dev/null &
	pid=$!
	fb_undo fb_end_group "$pid"
	wait "$pid" || status=$?
	fb_undo_pop
	return "$status"
}

# fb_begin NAME COMMAND…: runs COMMAND, a function or a program, in the background. It has an undo stack of its own,
# which runs when it ends or is ended.
declare -A fb_begun=()
fb_begin() {
	local name=$1
	shift

	(
		fb_undo_stack=() fb_begun=()
		trap fb_unwind EXIT
		"$@"
	) &
	fb_begun[$!]=$name
	fb_undo fb_end_begun "$!"
}

fb_end_begun() {
	[[ -z ${fb_begun[$1]:-} ]] || { kill -TERM "$1" && wait "$1"; } 2>/dev/null || true
}

# fb_ended: waits until one command of fb_begin has ended. Sets FB_ENDED to its name, empty if a signal came first,
# and FB_STATUS to its status.
fb_ended() {
	local pid=''

	FB_STATUS=0
	wait -n -p pid "${!fb_begun[@]}" || FB_STATUS=$?
	FB_ENDED=${pid:+${fb_begun[$pid]}}
	[[ -z $pid ]] || unset "fb_begun[$pid]"
}

# fb_each JOBS WORK ENDED NAME…: runs WORK NAME in the background for each NAME, at most JOBS at once. After the end of
# each it runs ENDED NAME, with FB_STATUS and FB_COUNT ("3/10").
fb_each() {
	# WORK sees these variables, and must find its own: so they have names that no script uses.
	local fb_each_jobs=$1 fb_each_work=$2 fb_each_end=$3 fb_each_name fb_each_total fb_each_done=0
	shift 3

	fb_each_total=$#
	for fb_each_name; do
		((${#fb_begun[@]} < fb_each_jobs)) || fb_each_ended
		fb_begin "$fb_each_name" "$fb_each_work" "$fb_each_name"
	done
	while ((${#fb_begun[@]})); do fb_each_ended; done
}

# Of fb_each: waits for one, with the caller's variables.
fb_each_ended() {
	fb_ended
	[[ -n $FB_ENDED ]] || return 0
	fb_each_done=$((fb_each_done + 1))
	FB_COUNT=$fb_each_done/$fb_each_total
	"$fb_each_end" "$FB_ENDED"
}
