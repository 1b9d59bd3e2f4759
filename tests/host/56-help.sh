# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# --help, man page and bash completion. Each help fits a screen and ends with an example. Man page and completion have
# the same long options as the help. The completion offers names that exist.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
flowbench=userspace/flowbench
man=build/userspace/flowbench.8
# shellcheck source=scripts/package/completion.sh
. scripts/package/completion.sh

# The help of `traffic` describes a language, and takes more than a screen.
declare -A lines=([traffic]=28)

# fits FILE LINES: FILE has at most LINES lines, of at most 80 characters, and ends with an example
fits() {
	(($(wc -l <"$1") <= $2)) || { printf '%d lines\n' "$(wc -l <"$1")" && return 1; }
	LC_ALL=C.UTF-8 grep -nE '^.{81}' "$1" && return 1
	tail -n 2 "$1" | grep -q '^Example: .*flowbench\|^Example: ' || { echo 'no example at its end' && return 1; }
	head -n 1 "$1" | grep -q '^Usage: flowbench '
}

# help COMMAND
help() {
	$flowbench "$1" --help >"$dir/help" 2>"$dir/err" && [[ ! -s $dir/err ]] && fits "$dir/help" "${lines[$1]:-24}"
}

# taken PATTERN: prints what matches PATTERN, without --help; no match is not an error
taken() {
	grep -oE -- "$1" | sed 's/^Fl -/--/; /^--help$/d' | sort -u || true
}

# long_options COMMAND: prints the options of the help's first line, and those that have a line of their own
long_options() {
	$flowbench "$1" --help | sed -nE '1p; s/^ {2,}((-[a-z], )?--[a-z-]+).*/\1/p' | taken '--[a-z][a-z-]*'
}

# man_section COMMAND: prints the section of COMMAND in the man page
man_section() {
	awk -v name="$1" '/^\.S[sh]/ { on = $1 == ".Ss" && $2 == name } on' "$man"
}

# in_man COMMAND: the man page has the same options as the help, and explains each of them in an item
in_man() {
	long_options "$1" >"$dir/options"
	man_section "$1" | taken 'Fl -[a-z][a-z-]*' | diff "$dir/options" - &&
		man_section "$1" | sed -n 's/^\.It //p' | taken 'Fl -[a-z][a-z-]*' | diff "$dir/options" -
}

# completed WORD…: prints what the completion offers for the last WORD, one a line
completed() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	COMPREPLY=()
	_flowbench
	((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}" | sort
}

# offers "WORD WORD…" ARGUMENT…: the completion offers these words, and no other
offers() {
	completed "$flowbench" "${@:2}" | diff <(tr ' ' '\n' <<<"$1" | sed '/^$/d' | sort) -
}

in_completion() {
	completed "$flowbench" "$1" -- | sed '/^--help$/d' | diff <(long_options "$1") -
}

words() {
	tr -s ' \n' ' ' | sed 's/ $//'
}

clean_page() {
	local said

	said=$(groff -mdoc -Tutf8 -ww -z "$man" 2>&1)
	[[ -z $said ]] || { printf '%s\n' "$said" && return 1; }
	# mandoc wants dates as BSD has them, and complains of references to pages that are not installed.
	said=$(mandoc -Tlint -Wwarning "$man" 2>&1)
	[[ -z $said ]] || { printf '%s\n' "$said" && return 1; }
}

rendered() {
	groff -mdoc -Tascii -P-cbou "$man" >"$dir/page" && grep -q '^EXIT STATUS' "$dir/page" &&
		grep -q '^ENVIRONMENT' "$dir/page" && grep -q '^FILES' "$dir/page" && grep -q '^EXAMPLES' "$dir/page"
}

# environment: the man page has each variable that the program reads
environment() {
	local name

	sed -nE 's/.*getenv\("([A-Z_]+)"\).*/\1/p' userspace/*/*.c | sort -u >"$dir/names"
	[[ -s $dir/names ]] || return 1
	while IFS= read -r name; do
		case $name in
		TERM | HOME | TMPDIR) continue ;;
		esac
		grep -q "^\.It Ev $name\$" "$man" || { printf '%s is not in it\n' "$name" && return 1; }
	done <"$dir/names"
}

# examples: the program accepts the options of each command line in EXAMPLES
examples() {
	local command rest

	awk '/^\.Sh/ { on = $2 == "EXAMPLES" } on && /flowbench [a-z]/' "$man" | sed 's/^\.Dl //; s/ -- .*//' |
		grep '^flowbench' >"$dir/examples"
	[[ -s $dir/examples ]] || return 1
	while read -r _ command rest; do
		$flowbench "$command" --help >/dev/null || return 1
		taken '--[a-z-]+' <<<"$rest" | comm -23 - <(long_options "$command") | grep . && return 1
	done <"$dir/examples"
	return 0
}

# version OPTION
version() {
	[[ $($flowbench "$1") == "flowbench $(scripts/version)" ]]
}

full() {
	! $flowbench --version >/dev/full 2>"$dir/err" && grep -q 'No space left' "$dir/err"
}

make -s userspace >/dev/null || exit 1
mapfile -t commands < <($flowbench --help | awk '/^  [a-z]/ { print $1; rest = substr($0, 41); if (rest ~ /^  [a-z]/) { sub(/^ +/, "", rest); sub(/ .*/, "", rest); print rest } }')
scenarios=$(cd userspace/data/scenarios && echo *)
paths=$(cd userspace/data/paths && echo *)
phases=$(sed -nE 's/^\[(phase )?([a-z0-9]+)\]$/\2/p' userspace/data/scenarios/* | sort -u | words)
checks=$($flowbench validate --list | cut -d ' ' -f 1)
families=$(printf '%s\n' "$checks" | cut -d - -f 1 | sort -u)

ktap_plan $((21 + 3 * ${#commands[@]}))
$flowbench --help >"$dir/help"
check "--help" fits "$dir/help" 24
for command in "${commands[@]}"; do
	check "$command --help" help "$command"
	check "$command: the man page has the same options" in_man "$command"
	check "$command: the completion has the same options" in_completion "$command"
done
check "the man page has a section for each command, and no other" \
	diff <(printf '%s\n' "${commands[@]}" | sort) <(sed -n 's/^\.Ss //p' "$man" | sort)
check "the man page is without faults" clean_page
check "the rendered man page has its parts" rendered
check "the man page has each environment variable" environment
check "the program accepts the examples of the man page" examples
check "--version" version --version
check "-V" version -V
check "--version on a full disk" full
check "completion: commands" offers "${commands[*]} --help --version" ''
check "completion: commands that begin with tra" offers "$(printf '%s\n' "${commands[@]}" | grep '^tra' | words)" tra
check "completion: scenarios" offers "$scenarios" run ''
check "completion: scenarios of list" offers esp-gateway list e
check "completion: paths" offers "$paths" bench ''
check "completion: paths after an option with a value" offers "$paths" bench --flows 1 ''
check "completion: phases" offers "$phases" fidelity --phase ''
check "completion: checks and their families" offers "$(printf '%s\n' "$checks" "$families" | words)" validate ''
check "completion: values" offers 'igb virtio veth' run --nic ''
check "completion: formats" offers 'chrome csv folded ftrace json kcidb svg' export --format ''
check "completion: values after =" offers 'virtio veth' run --nic = v
check "completion: files" offers "$dir/help $dir/names $dir/examples $dir/err $dir/page $dir/options" \
	validate --json "$dir/"
ktap_end
