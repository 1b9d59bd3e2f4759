# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The queue of tests/run, which sources this file after scripts/lib.sh: test programs that wait for a processor and for
# their inputs. ninja runs them; tests/job shows each when it has ended. ONLY is a pattern of names: programs whose name
# does not match it do not run.
#
#	input NAME SECONDS COMMAND…             makes what programs need
#	program NAME SECONDS "INPUT…" COMMAND…  a test program
#	run_jobs AT_A_TIME                      runs them, the longest first
#	sum_up                                  what failed and what was skipped; the last line; fails if a test failed
#
# An input takes no processor of its own: it downloads and unpacks for most of its time. Two are made at a time, in
# the order in which they were added. An input that cannot be made fails the programs that need it: they report why.

# logs=FOLDER has the files of the jobs, and measured=FILE how long programs took on this machine: "SECONDS NAME".

# A program is ended after this many seconds. It is three times what the longest takes on two cores; parts of some hours
# set it themselves.
most_seconds=1800
jobs_added=0
# By the job: "NAME", seconds that it will take, and the names of its inputs. By an input's name: its job.
declare -A job_names=() job_seconds=() job_inputs=() job_making=()

# add JOB NAME SECONDS COMMAND…: writes the files of a job
add() {
	local id=$1 seconds

	printf '%s\n' "$2" >"$logs/$id.name"
	printf '%d\n' "$most_seconds" >"$logs/$id.limit"
	printf '%s\0' "${@:4}" >"$logs/$id.command"
	: >"$logs/$id.out"
	seconds=$(awk -v name="$2" 'substr($0, index($0, $2)) == name { print $1 }' "$measured")
	job_names[$id]=$2 job_seconds[$id]=${seconds:-$3}
}

input() {
	job_making[$1]=input$((++jobs_added))
	add "input$jobs_added" "input $1" "${@:2}"
}

# wanted NAME: true if ONLY lets this program run
wanted() {
	# shellcheck disable=SC2053 # a pattern
	[[ $1 == ${ONLY:-*} ]]
}

program() {
	wanted "$1" || return 0
	add "program$((++jobs_added))" "$1" "$2" "${@:4}"
	job_inputs[program$jobs_added]=$3
}

# minutes SECONDS: as text
minutes() {
	if (($1 < 90)); then printf '%d s' "$1"; else printf '%d min' $((($1 + 30) / 60)); fi
}

# jobs_left FOLDER: prints how many programs have ended, and how long the rest takes as far as that is known
jobs_left() {
	local at_a_time job seconds most=0 sum=0 ended=0 all=0

	read -r at_a_time <"$1/at-a-time"
	while read -r job seconds; do
		[[ $job == input* ]] || all=$((all + 1))
		if [[ -e $1/$job.status ]]; then
			[[ $job == input* ]] || ended=$((ended + 1))
		else
			sum=$((sum + seconds)) most=$((seconds > most ? seconds : most))
		fi
	done <"$1/plan"
	sum=$((sum / at_a_time > most ? sum / at_a_time : most))
	if ((ended == 0)); then
		printf '# %d test programs, about %s on %d processors' "$all" "$(minutes "$sum")" "$(nproc)"
	else
		printf '# %d of %d done%s\n' "$ended" "$all" "$( ((ended == all)) || printf ', about %s left' "$(minutes "$sum")")"
	fi
}

# build_file AT_A_TIME: what ninja reads. Of the jobs whose inputs are made it begins the first one of the file.
build_file() {
	local job seconds name inputs

	printf 'builddir = .\npool inputs\n  depth = 2\npool programs\n  depth = %d\n' "$1"
	printf 'rule job\n  command = %s/tests/job %s\n' "$FB_TOP" "\$out"
	while read -r job seconds; do
		inputs=''
		for name in ${job_inputs[$job]:-}; do inputs+=" ${job_making[$name]:-}"; done
		printf 'build %s: job ||%s\n  pool = %ss\n' "$job" "$inputs" "${job%%[0-9]*}"
	done <"$logs/plan"
}

# jobs_end: waits for the jobs that undo what they have done. ninja has sent them a signal, and does not wait.
jobs_end() {
	local file i

	for file in "$logs"/*.pid; do
		for ((i = 0; i < 150; i++)); do
			kill -0 "$(cat "$file" 2>/dev/null || echo none)" 2>/dev/null || break
			read -r -t 0.1 <> <(:) || true
		done
	done
}

# run_jobs AT_A_TIME: runs what was added since the last call, the longest first, and makes their inputs. Says first how
# long that will take. Notes how long each program took that passed.
run_jobs() {
	local job name wanted=' ' source="as on the last run here"

	for job in "${!job_inputs[@]}"; do
		[[ -e $logs/$job.status ]] || printf '%s %d\n' "$job" "${job_seconds[$job]}"
	done | sort -k2,2nr -k1,1V >"$logs/plan"
	[[ -s $logs/plan ]] || return 0
	while read -r job _; do wanted+="${job_inputs[$job]} "; done <"$logs/plan"
	for name in "${!job_making[@]}"; do
		job=${job_making[$name]}
		[[ $wanted != *" $name "* ]] || printf '%s %d\n' "$job" "${job_seconds[$job]}"
	done | sort -V >>"$logs/plan"
	[[ -s $measured ]] || source="by tests/table, figures of another machine"
	printf '%d\n' "$1" >"$logs/at-a-time"
	printf '%s (%s)\n' "$(jobs_left "$logs")" "$source"
	build_file "$1" >"$logs/build.ninja"
	fb_undo jobs_end
	NINJA_STATUS='' fb_run ninja -C "$logs" --quiet -j $(($1 + 2)) -k 0 2>&1 9>&2 || true
	fb_undo_pop
	while read -r job _; do
		[[ $job == program* && $(cat "$logs/$job.status" 2>/dev/null) == 0 ]] || continue
		awk -v name="${job_names[$job]}" 'substr($0, index($0, $2)) != name' "$measured" >"$logs/measured"
		awk -v name="${job_names[$job]}" 'END { printf "%.0f %s\n", $1, name }' "$logs/$job.time" >>"$logs/measured"
		cp -- "$logs/measured" "$measured"
	done <"$logs/plan"
}

# sum_up: prints which tests failed, how many were skipped for which reason, whether that is a tenth of all or more, and
# the last line. Fails if a test failed, or if there was none.
sum_up() {
	local job

	for job in "${!job_inputs[@]}"; do
		awk -v name="${job_names[$job]}" -v status="$(cat "$logs/$job.status" 2>/dev/null || echo none)" \
			-v limit="$(<"$logs/$job.limit")" -f "$FB_TOP/tests/count.awk" "$logs/$job.out"
	done | awk -F '\t' '
		$1 == "sums" { split($2, n, " "); passed += n[1]; failed += n[2]; skipped += n[3] }
		$1 == "failed" { print "# failed: " $2 | "sort" }
		$1 == "skipped" { reasons[$2]++ }
		END {
			close("sort")
			for (reason in reasons) printf "# skipped: %d: %s\n", reasons[reason], reason | "sort -t : -k2,2rn -k3"
			close("sort -t : -k2,2rn -k3")
			all = passed + failed + skipped
			if (skipped && skipped * 10 >= all) printf "# much was not tested: %d of %d tests were skipped\n", skipped, all
			printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
			exit failed > 0
		}'
}
