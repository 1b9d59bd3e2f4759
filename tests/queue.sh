# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The queue of tests/run: programs that wait for a processor and for their inputs. tests/run sources it after
# tests/run-lib.sh. The longest program begins first, so that all processors are busy to the end. How long a program
# takes is known from its last run on this machine ($measured, a file), else from tests/seconds.
#
# An input takes no processor of its own: it downloads and unpacks for most of its time. Two are made at a time, in
# the order in which they were added. An input that cannot be made fails the programs that need it: they report why.
input_names=() input_commands=() inputs_at_a_time=2
queue_names=() queue_needs=() queue_commands=()
declare -A input_pids=() started=() expected=()
queue_done=0 queue_total=0

# input NAME COMMAND…
input() {
	local command

	printf -v command '%q ' "${@:2}"
	input_names+=("$1") input_commands+=("$command")
}

# queue NAME "INPUT…" COMMAND…
queue() {
	local command

	wanted "$1" || return 0
	printf -v command '%q ' "${@:3}"
	queue_names+=("$1") queue_needs+=("$2") queue_commands+=("$command")
}

# --- how long -------------------------------------------------------------------------------------

# seconds_of NAME: what the tables say; 20 for a program that none of them has.
seconds_of() {
	awk -v name="$1" '!/^#/ && NF > 1 && substr($0, index($0, $2)) == name { seconds = $1 }
		END { print seconds == "" ? 20 : seconds }' "$FB_TOP/tests/seconds" "$measured"
}

# together SECONDS…: how long these take, as many at a time as there are slots and the longest first.
together() {
	printf '%s\n' 0 "$@" | sort -rn | awk -v slots="$(slots)" '{
			least = 1
			for (i = 2; i <= slots; i++)
				if (load[i] < load[least]) least = i
			load[least] += $1
		}
		END {
			for (i = 1; i <= slots; i++)
				if (load[i] > most) most = load[i]
			print most + 0
		}'
}

# minutes SECONDS: as text
minutes() {
	if (($1 < 90)); then printf '%d s' "$1"; else printf '%d min' $((($1 + 30) / 60)); fi
}

# left: seconds until the queue is empty, as far as the tables know.
left() {
	local name rest=() now=$EPOCHSECONDS

	for name in "${queue_names[@]}" "${input_names[@]}"; do rest+=("${expected[$name]:-0}"); done
	for name in "${!started[@]}"; do rest+=($((${expected[$name]:-0} - now + ${started[$name]}))); done
	together "${rest[@]}"
}

# told_one NAME: says how far the queue has come, and notes how long NAME took on this machine.
told_one() {
	local seconds=$((EPOCHSECONDS - ${started[$1]:-EPOCHSECONDS}))

	[[ ${started[$1]:-} ]] || return 0
	unset "started[$1]"
	queue_done=$((queue_done + 1))
	printf '# %d of %d done%s\n' "$queue_done" "$queue_total" \
		"$( ((queue_done == queue_total)) || printf ', about %s left' "$(minutes "$(left)")")"
	[[ $(cat "$logs/$1.end" 2>/dev/null) == 0 ]] || return 0
	awk -v name="$1" 'substr($0, index($0, $2)) != name' "$measured" >"$logs/measured"
	printf '%d %s\n' "$seconds" "$1" >>"$logs/measured"
	cp -- "$logs/measured" "$measured"
}

# --- the run --------------------------------------------------------------------------------------

# made "INPUT…": succeeds if none of these inputs is still to be made.
made() {
	local need name

	for need in $1; do
		for name in "${input_names[@]}" "${!input_pids[@]}"; do
			[[ $name != "$need" ]] || return 1
		done
	done
}

# needed NAME: succeeds if a program of the queue needs this input.
needed() {
	[[ " ${queue_needs[*]} " == *" $1 "* ]]
}

# begin_inputs: begins the next inputs, and takes notice of those that have ended.
begin_inputs() {
	local name running command

	running=$'\n'$(jobs -pr)$'\n'
	for name in "${!input_pids[@]}"; do
		[[ $running != *$'\n'"${input_pids[$name]}"$'\n'* ]] || continue
		wait "${input_pids[$name]}" || true
		unset "input_pids[$name]" "started[$name]"
		printf '# input %s: %s\n' "$name" "$(took "$logs/inputs/$name.time")"
		[[ $(cat "$logs/inputs/$name.end" 2>/dev/null) != 0 ]] || continue
		sed 's/^/# /' "$logs/inputs/$name.err" | tail -n 10
		[[ $name != packages ]] || fb_die "the packages that the tests need are not installed"
	done
	while ((${#input_names[@]} && ${#input_pids[@]} < inputs_at_a_time)); do
		name=${input_names[0]} command=${input_commands[0]}
		input_names=("${input_names[@]:1}") input_commands=("${input_commands[@]:1}")
		needed "$name" || continue
		fb_progress "making $name"
		eval "begin inputs/$name $command"
		input_pids[$name]=$! started[$name]=$EPOCHSECONDS
	done
}

# slots: how many programs run at a time. One more than there are processors: a test also waits, for a disk, a deadline
# or a machine's end.
slots() {
	echo $(($(nproc) + 1))
}

# begin_next: begins the longest program whose inputs are made; fails if there is none.
begin_next() {
	local i next='' name seconds most=-1

	for i in "${!queue_names[@]}"; do
		made "${queue_needs[i]}" || continue
		seconds=${expected[${queue_names[i]}]}
		((seconds <= most)) || next=$i most=$seconds
	done
	[[ $next ]] || return 1
	name=${queue_names[next]}
	fb_progress "$name"
	eval "begin $(printf %q "$name") ${queue_commands[next]}"
	beside_names+=("$name") beside_pids+=("$!") started[$name]=$EPOCHSECONDS
	unset "queue_names[next]" "queue_needs[next]" "queue_commands[next]"
}

# run_queue: makes the inputs, runs all programs, and says first how long that will take.
run_queue() {
	local name source

	((${#queue_names[@]})) || return 0
	mkdir -p "$logs/inputs"
	source="as on the last run here"
	[[ -s $measured ]] || source="by tests/seconds, figures of another machine"
	for name in "${queue_names[@]}"; do expected[$name]=$(seconds_of "$name"); done
	for name in "${input_names[@]}"; do
		expected[$name]=0
		! needed "$name" || is_cached "$name" || expected[$name]=$(seconds_of "input $name")
	done
	queue_done=0 queue_total=${#queue_names[@]}
	printf '# %d test programs, about %s on %d processors (%s)\n' "$queue_total" "$(minutes "$(left)")" "$(nproc)" "$source"
	while ((${#queue_names[@]} + ${#beside_pids[@]})); do
		begin_inputs
		told_ended
		while ((${#beside_pids[@]} < $(slots))) && begin_next; do :; done
		((${#beside_pids[@]} + ${#input_pids[@]} == 0)) || wait -n || true
	done
}
