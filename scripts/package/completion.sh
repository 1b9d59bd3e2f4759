# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# bash completion of flowbench(8). The program itself says which words may stand at the cursor
# (`flowbench --complete WORD…`), from the tables by which it reads its command line.

# _flowbench_ask WORD…: the words that the program on the command line offers for the last WORD
_flowbench_ask() {
	local program=${COMP_WORDS[0]}

	[[ $program != '~'/* ]] || program=$HOME/${program#'~/'}
	command "$program" --complete "$@" 2>/dev/null </dev/null
}

# _flowbench_offer WORD…: each word that begins with the typed text
_flowbench_offer() {
	local word

	while IFS= read -r word; do
		[[ -z $word || $word != "$cur"* ]] || COMPREPLY+=("$word")
	done < <(printf '%s\n' "$@" | LC_ALL=C sort -u)
}

# _flowbench_files -f|-d: files or folders that begin with the typed text
_flowbench_files() {
	compopt -o filenames 2>/dev/null
	mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}

_flowbench() {
	local cur=${COMP_WORDS[COMP_CWORD]} words

	COMPREPLY=()
	mapfile -t words < <(_flowbench_ask "${COMP_WORDS[@]:1:COMP_CWORD}")
	# bash makes three words of "--nic=veth".
	[[ $cur != = ]] || cur=''
	case ${words[0]:-} in
	@files) _flowbench_files -f ;;
	@folders) _flowbench_files -d ;;
	@commands) mapfile -t COMPREPLY < <(compgen -c -- "$cur" | LC_ALL=C sort -u) ;;
	@namespaces) mapfile -t words < <(ip netns list 2>/dev/null | cut -d ' ' -f 1) && _flowbench_offer "${words[@]}" ;;
	@devices) mapfile -t words < <(cd /sys/class/net 2>/dev/null && printf "%s\n" *) && _flowbench_offer "${words[@]}" ;;
	*) _flowbench_offer "${words[@]}" ;;
	esac
}

complete -F _flowbench flowbench
