# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# --help, man page and bash completion: each help fits a screen and ends with an example; what it has of
# long options the man page and the completion have, and no other; the completion offers what is there.
#
# needs: userspace
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
flowbench=userspace/flowbench
man=scripts/package/flowbench.8
# shellcheck source=scripts/package/completion.sh
. scripts/package/completion.sh

# A language of its own (traffic) takes more than a screen.
declare -A lines=([traffic]=29)

# fits FILE LINES: lines, characters a line, and an example at the end
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

# taken PATTERN: what matches it, without --help; nothing is a result, too
taken() {
	grep -oE -- "$1" | sed 's/^Fl -/--/; /^--help$/d' | sort -u || true
}

# long_options COMMAND: of the help's first line, and of the lines that explain one each
long_options() {
	$flowbench "$1" --help | sed -nE '1p; s/^ {2,}((-[a-z], )?--[a-z-]+).*/\1/p' | taken '--[a-z][a-z-]*'
}

# man_section COMMAND: the man page's section of it
man_section() {
	awk -v name="$1" '/^\.S[sh]/ { on = $1 == ".Ss" && $2 == name } on' "$man"
}

# in_man COMMAND: the same options; and those that an item explains are all of them
in_man() {
	long_options "$1" >"$dir/options"
	man_section "$1" | taken 'Fl -[a-z][a-z-]*' | diff "$dir/options" - &&
		man_section "$1" | sed -n 's/^\.It //p' | taken 'Fl -[a-z][a-z-]*' | diff "$dir/options" -
}

# completed WORD…: what the completion offers for the last one, a word each
completed() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	COMPREPLY=()
	_flowbench
	((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}" | sort
}

# offers "WORD WORD…" ARGUMENT…: just these words
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
	# Of the other tool: its style of a date is BSD's; a page that is not installed is no page to it.
	said=$(mandoc -Tlint -Wwarning "$man" 2>&1)
	[[ -z $said ]] || { printf '%s\n' "$said" && return 1; }
}

rendered() {
	groff -mdoc -Tascii -P-cbou "$man" >"$dir/page" && grep -q '^EXIT STATUS' "$dir/page" &&
		grep -q '^ENVIRONMENT' "$dir/page" && grep -q '^FILES' "$dir/page" && grep -q '^EXAMPLES' "$dir/page"
}

# Each variable that the program reads
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

# examples: each line of a command in EXAMPLES is one that the program takes as far as its options go
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
mapfile -t commands < <($flowbench --help | sed -nE 's/^  ([a-z][a-z-]*) .*/\1/p')
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
	check "$command: its options are those of the man page" in_man "$command"
	check "$command: and those of the completion" in_completion "$command"
done
check "the man page has a section for each command, and no other" \
	diff <(printf '%s\n' "${commands[@]}" | sort) <(sed -n 's/^\.Ss //p' "$man" | sort)
check "and no fault" clean_page
check "and what a page has" rendered
check "each variable of the environment" environment
check "its examples" examples
check "--version" version --version
check "-V" version -V
check "--version on a full disk" full
check "completion: commands" offers "${commands[*]} --help --version" ''
check "completion: some of them" offers "$(printf '%s\n' "${commands[@]}" | grep '^tra' | words)" tra
check "completion: scenarios" offers "$scenarios" run ''
check "completion: of list, too" offers esp-gateway list e
check "completion: paths" offers "$paths" bench ''
check "completion: behind an option and its value" offers "$paths" bench --flows 1 ''
check "completion: phases" offers "$phases" fidelity --phase ''
check "completion: checks and their families" offers "$(printf '%s\n' "$checks" "$families" | words)" validate ''
check "completion: values" offers 'igb virtio veth' run --nic ''
check "completion: formats" offers 'chrome csv folded ftrace json kcidb svg' export --format ''
check "completion: values behind =" offers 'virtio veth' run --nic = v
check "completion: files" offers "$dir/help $dir/names $dir/examples $dir/err $dir/page $dir/options" \
	validate --json "$dir/"
ktap_end
