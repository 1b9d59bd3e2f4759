# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# bash completion of flowbench(8). Commands, options and their values are those that the program itself
# names (--help, list, validate --list), so that nothing here has to be kept in step.

# _flowbench_ask ARGUMENT…: what the very program says that is on the command line
_flowbench_ask() {
	local program=${COMP_WORDS[0]}

	[[ $program != '~'/* ]] || program=$HOME/${program#'~/'}
	command "$program" "$@" 2>/dev/null </dev/null
}

# _flowbench_offer COMMAND…: each word that it prints and that begins as the one under the cursor does
_flowbench_offer() {
	local word

	while IFS= read -r word; do
		[[ -z $word || $word != "$cur"* ]] || COMPREPLY+=("$word")
	done < <("$@" | tr -s ' \t' '\n' | LC_ALL=C sort -u)
}

_flowbench_files() {
	compopt -o filenames 2>/dev/null
	mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}

_flowbench_commands() {
	_flowbench_ask --help | sed -nE 's/^  ([a-z][a-z-]*) .*/\1/p'
	echo --help --version
}

# Options stand at the beginnings of lines of the help, and in its first line.
_flowbench_options() {
	_flowbench_ask "$1" --help | sed -nE '1p; s/^ {2,}((-[a-z], )?--[a-z].*)/\1/p' |
		awk '/^Usage:/ { text = $0 } !/^Usage:/ { text = $1 " " ($1 ~ /,$/ ? $2 : "") }
			{ while (match(text, /--[a-z][a-z-]*/)) {
				print substr(text, RSTART, RLENGTH)
				text = substr(text, RSTART + RLENGTH)
			} }'
	echo --help
}

# Where the help explains words, a line each, and not options
_flowbench_table() {
	_flowbench_ask "$1" --help | sed -nE "s/^ {2,4}([a-z]+) .*/\1/p"
}

# _flowbench_value COMMAND OPTION: what the help has for the option's value, or nothing
_flowbench_value() {
	_flowbench_ask "$1" --help | awk -v option="$2" '
		/^Usage:/ { gsub(/[][]/, " ") }
		{
			for (i = 1; i < NF; i++) {
				if ($i != option && $i != option ",")
					continue
				# "-q, --quiet TEXT" and "--json FILE  text": a value is one blank away.
				rest = substr($0, index($0, option) + length(option))
				sub(/^, --[a-z-]+/, "", rest)
				if (match(rest, /^ [^ -][^ ]*/))
					print substr(rest, 2, RLENGTH - 1)
				exit
			}
		}'
}

_flowbench_names() {
	case $1 in
	scenarios) _flowbench_ask list | sed -nE 's/^([a-z0-9][a-z0-9-]*) .*/\1/p' ;;
	phases) _flowbench_ask list | sed -nE 's/^ +phases:(.*)/\1/p' ;;
	paths) _flowbench_ask list --paths | cut -d ' ' -f 1 ;;
	checks) _flowbench_ask validate --list | sed -E 's/ .*//; h; s/-.*//; G' ;;
	devices) (cd /sys/class/net 2>/dev/null && echo *) ;;
	namespaces) ip netns list 2>/dev/null | cut -d ' ' -f 1 ;;
	esac
}

# _flowbench_of COMMAND OPTION: offer values, by the word that the help has for them
_flowbench_of() {
	local value

	value=$(_flowbench_value "$1" "$2")
	case $2:$value in
	*:) return 1 ;;
	--phase:*) _flowbench_offer _flowbench_names phases ;;
	--scenario:*) _flowbench_offer _flowbench_names scenarios ;;
	--format:*) _flowbench_offer _flowbench_table "$1" ;;
	--path:*) _flowbench_offer _flowbench_names paths ;;
	--netns:*) _flowbench_offer _flowbench_names namespaces ;;
	--dev:*) _flowbench_offer _flowbench_names devices ;;
	*:*\|*) _flowbench_offer echo "${value//|/ }" ;;
	*:FILE) _flowbench_files -f ;;
	*:DIR) _flowbench_files -d ;;
	*:[a-z]*) _flowbench_offer echo "$value" ;;
	esac
}

_flowbench() {
	local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} before=${COMP_WORDS[COMP_CWORD - 1]} i

	COMPREPLY=()
	# "--nic=veth" comes as three words.
	if [[ $cur == = ]]; then
		cur=''
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	if ((COMP_CWORD == 1)); then
		_flowbench_offer _flowbench_commands
		return
	fi
	# Behind "--" is a command with arguments of its own.
	for ((i = 2; i < COMP_CWORD; i++)); do
		[[ ${COMP_WORDS[i]} != -- ]] && continue
		if ((COMP_CWORD == i + 1)); then
			mapfile -t COMPREPLY < <(compgen -c -- "$cur" | LC_ALL=C sort -u)
		else
			_flowbench_files -f
		fi
		return
	done
	if [[ $before == -?* ]] && ((COMP_CWORD > 2)) && _flowbench_of "$command" "$before"; then
		return
	fi
	case $command:$cur in
	*:-*) _flowbench_offer _flowbench_options "$command" ;;
	list:* | run:*) _flowbench_offer _flowbench_names scenarios ;;
	bench:*) _flowbench_offer _flowbench_names paths ;;
	validate:*) _flowbench_offer _flowbench_names checks ;;
	trace:* | traffic:* | calibrate:* | top:* | version:*) ;;
	*) _flowbench_files -f ;;
	esac
}

complete -F _flowbench flowbench
