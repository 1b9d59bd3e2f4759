# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Twice the input takes at most 2.2 times the instructions, whatever the input looks like. cachegrind
# counts them: neither the machine nor other work matters. A tree takes at most 100 bytes of memory a
# line and 320 a name, and so does the comparison of two trees, for the lines of both. A format that is
# streamed takes the same memory for twice the text.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
flowbench=userspace/flowbench
call=' 0)   0.1 us    |  a();'

# times N TEXT: the text N times
times() {
	awk -v n="$1" -v text="$2" 'BEGIN { for (; n; n--) printf "%s", text }'
}

# at_random N NAMES FORMAT: prints N times what the format makes of two numbers below NAMES
at_random() {
	awk -v n="$1" -v names="$2" -v text="$3" -v seed="${seed:-1}" 'BEGIN { srand(seed)
		for (; n; n--) printf text, names * rand(), names * rand() }'
}

# shape NAME N: prints a text of a size in proportion to N
shape() {
	local n=$2

	case $1 in
	normal) printf '# flowbench.calls/1\n' ;;
	bare) printf '# a tree\n' ;;
	*) printf '# tracer: function_graph\n%s\n' "$call" ;;
	esac
	case $1 in
	tabs) printf ' 0)   0.1 us    |%s\n' "$(times "$n" $'\t')" ;;
	blanks) printf ' 0)   0.1 us    |%s\n' "$(times "$n" ' ')" ;;
	# What is between tabs is counted in columns.
	columns) printf ' 0)   0.1 us    |%sa();\n' "$(times "$n" $'\t')" ;;
	arrows) printf ' 0)  x%s-1%s\n' "$(times "$n" ' => x')" "$(times "$n" ' ')" ;;
	records) printf '%s -1\n' "$(times "$n" "$call")" ;;
	bars) printf '%s |\n' "$(times "$n" ' 0)  a();')" ;;
	dates) printf '%s%s\n' "$(times "$n" 'Nov 26 01:02:03 ')" "$call" ;;
	names) awk -v n="$n" 'BEGIN { for (; n; n--) printf " 0)   0.1 us    |  a%d();\n", n }' ;;
	shorter)
		awk -v n="$n" 'BEGIN { for (; n; n--)
			printf " 0)               |  f() {\n 0)   9.0 us    |    g%d();\n 0)   1.0 us    |  }\n", n }'
		;;
	phases) awk -v n="$n" -v call="$call" 'BEGIN { for (; n; n--) printf "### Packet %d ###\n%s\n", n, call }' ;;
	tasks) awk -v n="$n" 'BEGIN { for (; n; n--) printf " 0)  t%d-%d  |   0.1 us    |  a();\n", n, n }' ;;
	open) awk -v n="$n" 'BEGIN { for (; n; n--) printf " 0)  t%d-%d  |               |  a() {\n", n, n }' ;;
	# A dropper that frees packet after packet, and a tree without times.
	dropped) printf ' 0)               |  ip_forward() {\n' && times "$n" ' 0)   0.1 us    |    kfree_skb();'$'\n' ;;
	bare) printf 'ip_forward() {\n' && times "$n" '  kfree_skb();'$'\n' && printf '}\n' ;;
	# Tasks wait with open calls, and events are lost, or lines were left out, again and again.
	lost) shape open "$n" && times "$n" "CPU:0 [LOST 10 EVENTS]"$'\n'"$call"$'\n' ;;
	gaps) shape open "$n" && times "$n" "..."$'\n'"$call"$'\n' ;;
	# Calls at random, one of 50 names or one of N, and others in each other. $seed makes another text.
	few) at_random "$n" 50 ' 0)   0.1 us    |  a%d();\n' ;;
	many) at_random "$n" "$n" ' 0)   0.1 us    |  a%d();\n' ;;
	nested) at_random "$n" 50 ' 0)               |  f() {\n 0)   0.1 us    |    a%d();\n 0)   0.1 us    |    a%d();\n 0)   1.0 us    |  }\n' ;;
	normal) at_random "$n" 50 'f 1\n  a%d 1\n    a%d -\n' ;;
	# One call beside the other, and none of them ends; then many that do.
	beside) times 4000 $' 0)               |  a() {\n' && times "$n" "$call"$'\n' ;;
	esac
}

# instructions ARGUMENT…: prints how many the program took. It may refuse the text.
instructions() {
	{ valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$flowbench" "$@" || :; } 2>&1 >/dev/null |
		sed -n 's/,//g; s/.* I *refs: *//p' | grep .
}

# linear SHAPE N ARGUMENT…: FILE among the arguments is a text of this shape, of N and of 2N
linear() {
	local shape=$1 n=$2 begin once twice
	shift 2

	shape "$shape" "$n" >"$dir/once" && shape "$shape" $((2 * n)) >"$dir/twice" || return 1
	begin=$(instructions "${@//FILE/$dir/none}") && once=$(instructions "${@//FILE/$dir/once}") &&
		twice=$(instructions "${@//FILE/$dir/twice}") || return 1
	awk -v a=$((once - begin)) -v b=$((twice - begin)) -v shape="$shape, n=$n: $*" 'BEGIN {
		printf "%s: %.1f and %.1f million instructions, %.2f times as many\n", shape, a / 1e6, b / 1e6, b / a
		exit !(a > 1e5 && b <= 2.2 * a) }' >"$dir/said.linear"
	local status=$?
	sed 's/^/# /' "$dir/said.linear" >&3
	return "$status"
}

# The peak that the kernel keeps of a process counts what it was before it called execve(), too: python's own. Where that
# is more than the program has, nothing is measured.
cat >"$dir/memory" <<'END'
import os, sys

def peak(run):
    pid = os.fork()
    if not pid:
        run()
        os._exit(0)
    status, use = os.wait4(pid, 0)[1:]
    return os.waitstatus_to_exitcode(status), use.ru_maxrss * 1024

def program():
    os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
    os.dup2(1, 2)
    os.execv(sys.argv[1], sys.argv[1:])

own = peak(lambda: None)[1]
status, used = peak(program)
if used <= own:
    sys.exit("python itself takes %d bytes, the program no more than %d" % (own, used))
print(used)
sys.exit(str(status) not in os.environ.get("ends", "0").split())
END

# memory ARGUMENT…: runs the program, which must succeed, or end with one of the statuses $ends; prints its peak of
# memory in bytes
memory() {
	python3 -I -S "$dir/memory" "$flowbench" "$@"
}

# within SHAPE N LINES NAMES ARGUMENT…: what N adds is at most 100 bytes a line and 320 a name
within() {
	local shape=$1 n=$2 lines=$3 names=$4 begin used
	shift 4

	shape "$shape" "$n" >"$dir/once" && shape "$shape" 1 >"$dir/least" || return 1
	begin=$(memory "${@//FILE/$dir/least}") && used=$(memory "${@//FILE/$dir/once}") || return 1
	printf '# %s: %d bytes a line\n' "$shape, $*" $(((used - begin) / lines)) >&3
	((used - begin <= 100 * lines + 320 * names))
}

# differs SHAPE N LINES NAMES ARGUMENT…: the same; OTHER is another text of this shape, FILE.run a run with the
# trace FILE. The lines are those of all texts. The comparison may find that they differ.
differs() {
	seed=2 shape "$1" "$2" >"$dir/other" || return 1
	ends='0 1' within "${@//OTHER/$dir/other}"
}

# streamed FORMAT: twice the text through a pipe takes no more memory
streamed() {
	local once twice

	once=$(shape open 50 | cat - "$dir/big" | memory export -q --format "$1" -) &&
		twice=$(shape open 50 | cat - "$dir/big" "$dir/big" | memory export -q --format "$1" -) || return 1
	printf '# %s: %d and %d kB\n' "$1" $((once / 1000)) $((twice / 1000)) >&3
	((twice - once < 1000000))
}

exec 3>&1
ktap_plan 49
printf '# tracer: function_graph\n%s\n' "$call" >"$dir/none"
check "a line of tabs" linear tabs 2000 parse FILE
check "a line of blanks" linear blanks 20000 parse FILE
check "tabs before a call" linear columns 4000 parse FILE
check "a line of arrows" linear arrows 4000 parse FILE
check "many records on a line" linear records 4000 parse FILE
check "many records without a bar on a line" linear bars 8000 parse FILE
check "many dates on a line" linear dates 4000 parse FILE
check "many names" linear names 8000 parse --normal FILE
for format in folded svg; do
	check "calls that are shorter than what is in them, $format" linear shorter 2000 export --format "$format" FILE
done
check "many phases, parse" linear phases 4000 parse --tree FILE
check "many phases, diff" linear phases 2000 diff FILE FILE
for format in folded svg csv json ftrace chrome; do
	check "many phases, $format" linear phases 4000 export --format "$format" FILE
done
check "many tasks" linear tasks 8000 parse --json FILE
check "tasks that wait, and lost events" linear lost 2000 export --format csv FILE
check "tasks that wait, and lines left out" linear gaps 2000 export --format csv FILE
check "packets that are dropped" linear dropped 8000 reproduce FILE
check "a tree without times" linear bare 8000 reproduce FILE
check "calls beside one another" linear beside 20000 export --format csv FILE

check "memory of many names" within names 100000 100000 100000 parse --json FILE
check "memory of calls" within shorter 100000 300000 100000 parse --tree FILE
check "memory of many tasks" within tasks 100000 100000 100000 parse FILE
check "memory of many tasks, chrome" within tasks 100000 100000 100000 export --format chrome FILE
check "memory of tasks that wait" within open 100000 100000 100000 parse FILE
check "memory of many phases, normal form" within phases 200000 400000 200000 parse --normal FILE
check "memory of many names, normal form" within names 100000 100000 100000 parse --normal FILE
for form in --all --tree --json; do
	check "memory of diff of calls of few names, $form" differs few 100000 200000 50 diff "$form" FILE OTHER
	check "memory of diff of calls in each other, $form" differs nested 25000 200000 51 diff "$form" FILE OTHER
done
check "memory of diff of many names" differs many 100000 200000 100000 diff FILE OTHER
check "memory of diff of many names, JSON" differs many 100000 200000 100000 diff --json FILE OTHER
check "memory of diff of many phases" differs phases 50000 200000 50000 diff FILE OTHER
check "memory of diff of normal forms" differs normal 30000 180000 51 diff FILE OTHER
for name in once least; do
	mkdir -p "$dir/$name.run/s" && for phase in p1 p8; do ln -s "../../$name" "$dir/$name.run/s/$phase.trace"; done
done
for form in --missing --tree --json; do
	# 173 and 537 documented lines: the first is compared exactly, the other one region by region.
	check "memory of fidelity, $form" differs nested 25000 100173 51 \
		fidelity "$form" --scenario s --trace sockmap-redirect --run FILE.run
	check "memory of fidelity of a large phase, $form" differs nested 25000 100537 51 \
		fidelity "$form" --scenario s --trace flowtable-esp-gateway --phase p1 --run FILE.run
done
check "memory of many phases" within phases 200000 400000 200000 export --format chrome FILE
times 400000 $' 0)               |  f() {\n 0)   0.1 us    |    g();\n 0)   1.0 us    |  }\n' >"$dir/big"
check "memory of a stream, csv" streamed csv
ktap_end
