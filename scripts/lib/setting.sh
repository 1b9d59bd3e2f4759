# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Values of the environment. A script checks each of them before it uses it, and before it boots:
# bash executes what stands in a number ("a[$(command)]"), and a list that is cut gives a verdict
# over a part.
#
# An empty value is the default. All messages are "NAME='value': expected …", with status 2.

# fb_expected NAME TEXT…: ends the script because of the value of the variable NAME
fb_expected() {
	fb_die -s 2 "$1=$(fb_quoted "${!1}"): expected ${*:2}"
}

# fb_quoted TEXT: TEXT in quotes for a message, without control characters
fb_quoted() {
	printf "'%s'" "${1//[[:cntrl:]]/?}"
}

# fb_number NAME DEFAULT MOST: sets FB_VALUE to the value of the variable NAME, a whole number from
# 1 to MOST
fb_number() {
	FB_VALUE=${!1:-$2}
	[[ -n ${!1:-} ]] || return 0
	[[ $FB_VALUE =~ ^[1-9][0-9]{0,8}$ && $FB_VALUE -le $3 ]] || fb_expected "$1" "a whole number from 1 to $3"
}

# fb_is_one_of WORD WORD…: true if the first WORD is among the others
fb_is_one_of() {
	local word

	for word in "${@:2}"; do
		[[ $1 != "$word" ]] || return 0
	done
	return 1
}

# fb_choice NAME DEFAULT WORD…: sets FB_VALUE to the value of the variable NAME, which is one of
# WORD…
fb_choice() {
	local words

	FB_VALUE=${!1:-$2}
	[[ -n ${!1:-} ]] || return 0
	if ! fb_is_one_of "$FB_VALUE" "${@:3}"; then
		words=$(printf '%s, ' "${@:3:$#-3}")
		fb_expected "$1" "${words%, } or ${*: -1}"
	fi
}

# fb_words NAME: sets the array FB_WORDS to the words of the variable NAME, with any white space
# between: a list may have several lines. An empty value gives no words; white space alone is
# refused.
fb_words() {
	local value=${!1:-}

	FB_WORDS=()
	read -r -d '' -a FB_WORDS <<<"${value//[[:space:]]/ }" || true
	[[ -z $value ]] || ((${#FB_WORDS[@]})) || fb_expected "$1" "words with white space between, or an empty value"
}

# fb_once: removes doubled words from FB_WORDS: two runs of one name at once would write to one folder
fb_once() {
	local word words=()

	for word in "${FB_WORDS[@]}"; do
		fb_is_one_of "$word" "${words[@]}" || words+=("$word")
	done
	FB_WORDS=("${words[@]}")
}

# fb_plain_words: what fb_plain_path asks for
fb_plain_words="expected a path without white space, quotes, and characters that make or a shell take for their own"

# fb_plain_path PATH: true if make, the kernel's build system and modprobe can work in PATH
fb_plain_path() {
	[[ $1 != *[[:space:][:cntrl:]\'\"\`\\\$\*\?\[\]\{\}\(\)\<\>\;\&\|\#%!:=]* ]]
}

# fb_machine_settings: checks what vm/boot takes from the environment
fb_machine_settings() {
	fb_number SMP 1 255
	fb_choice KVM '' 0 1
	fb_choice CABLES hub hub tap
	fb_choice NIC '' virtio igb veth
	[[ ${CPU:-} =~ ^([A-Za-z0-9][A-Za-z0-9_.-]*(,[+-]?[A-Za-z0-9_.-]+(=[A-Za-z0-9_.-]+)?)*)?$ ]] ||
		fb_expected CPU "a model of QEMU and its flags, as max or EPYC,avx2=off"
}
