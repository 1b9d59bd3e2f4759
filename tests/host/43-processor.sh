# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The processor of each boot (scripts/data/cpu), and how it counts. A QEMU of another version boots the same one, and a
# kernel has the same prices on both. The guest does the same with the plugin that counts repeats and without. What was
# counted otherwise is told, and not compared.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
# shellcheck source=tests/host/bench-lib.sh
. tests/host/bench-lib.sh
unset CPU
own=$(type -P qemu-system-x86_64) newer=$(scripts/vm/qemu turns)
flowbench=userspace/flowbench
command=(bash -c 'cp /proc/cpuinfo out/cpuinfo && userspace/flowbench bench -q --labs 3 --tuples 7 --rounds 2 --json out/bench.json
	forward conntrack')
command[2]=${command[2]//$'\n\t'/ }

# boot DIR OPTION…: prices two paths in a guest
boot() {
	mkdir -p "$1"
	PATH=${path:-}$PATH scripts/vm/boot --kernel 6.12 --timeout 900 --out "$1" "${@:2}" -- "${command[@]}" >"$1.said" 2>&1 && return
	tail -n 5 "$1.said"
	return 1
}

# flags DIR: what the kernel says of its processor
flags() {
	sed -n '/^\(vendor_id\|cpu family\|model\|model name\|stepping\|flags\)\t/p' "$1/cpuinfo"
}

strings() {
	local all

	all=" $(sed -n 's/^flags\t*: //p' "$dir/own/cpuinfo") "
	[[ $all == *' erms '* && $all == *' rep_good '* && $all != *' fsrm '* && $all != *' sha_ni '* && $all != *' rdrand '* ]] || {
		echo "$all"
		return 1
	}
}

# prices DIR: the price of each path, and its repeats
prices() {
	jq -c '.points[] | [.path, .gross.median, .own.median, .net, .repeats]' "$1/bench.json"
}

same_prices() {
	diff <(jq -c '.points[] | [.path, .own.median, (.net | round)]' "$dir/own/bench.json") \
		<(jq -c '.points[] | [.path, .own.median, (.net | round)]' "$dir/newer/bench.json") && return
	prices "$dir/own" && prices "$dir/newer"
	return 1
}

# Chance decides a lab of three at most: two thirds of the samples cost the least. With a small table of neighbours it was less than half.
steady() {
	jq -e '.points | length == 2 and all(.samples | length == 21 and ((map(.price) | min) as $least |
		map(select(.price == $least)) | length >= 14))' "$dir/own/bench.json" >/dev/null && return
	prices "$dir/own"
	jq -c '.points[] | [.path, (.samples | map(.price))]' "$dir/own/bench.json"
	return 1
}

# counted DIR: in each round; a price has the rest
counted() {
	jq -e '.settings.packets as $n | .mode == "insn" and .fingerprint.count == "insn" and (.points | length == 2 and all(
		(.rounds | [.own[], .gross[], .whole[]] | all(.repeats > 0 and .repeats < .cycles)) and
		(.samples[0].price * $n | round) == ([.rounds.gross[:2][] | .cycles - .repeats] | min) and
		((.own.median + (.hook // 0)) * $n | round) == ([.rounds.own[:2][] | .cycles - .repeats] | min) and
		.repeats > 0))' "$1/bench.json" >/dev/null && return
	prices "$1"
	return 1
}

# The column is the document's, and own is below what the clock says.
in_table() {
	diff <(awk '$2 == "insn" { print $1, $NF }' "$dir/own/table") \
		<(jq -r '.points[] | "\(.path) \(.repeats | round)"' "$dir/own/bench.json")
}

same_guest() {
	diff <(cycles "$dir/own") <(cycles "$dir/without") && [[ ! -e $dir/without/repeats ]] &&
		diff <(grep -v '^count=' "$dir/own/fingerprint") "$dir/without/fingerprint"
}

in_turns() {
	jq -e '.settings.packets as $n | .mode == "turns" and (.points | all(
		(.samples[0].price * $n | round) == ([.rounds.gross[:2][] | .cycles] | min)))' "$dir/without/bench.json" >/dev/null &&
		grep -q '^forward  *turns .* -$' "$dir/without/command.log" && grep -q '^turns: each turn of' "$dir/without/command.log"
}

# refused TEXT DIR DIR: they are not compared, not even across machines
refused() {
	ends_saying 2 "$1" "$flowbench" compare --across "$2" "$3"
}

# printed LINE OPTION…: a fingerprint has it; an empty LINE: none of how instructions are counted
printed() {
	local said

	said=$(PATH=${path:-}$PATH scripts/vm/boot --kernel 6.12 --print --count "${@:2}" -- true 2>"$dir/said") || return
	if [[ $1 ]]; then grep -qx -- "$1" <<<"$said"; else ! grep '^count=' <<<"$said"; fi
}

no_plugins() {
	mkdir -p "$dir/bin"
	printf '#!/bin/sh\ncase " $* " in *" -plugin "*) echo "qemu: -plugin: invalid option" >&2; exit 1; esac\nexec %s "$@"\n' "$own" \
		>"$dir/bin/qemu-system-x86_64"
	chmod +x "$dir/bin/qemu-system-x86_64"
	path=$dir/bin: printed count=turns && grep -q 'prices are in turns of instructions' "$dir/said"
}

ktap_plan 19
check "the program builds" make --no-print-directory -s -C userspace
check "two paths are priced" boot "$dir/own" --count
check "strings are fast, short ones are not; SHA-NI and chance are not there" strings
check "each round has its repeats, and prices are without them" counted "$dir/own"
check "the table has them in a column" in_table
check "two thirds of the samples have one price" steady
check "without the plugin" boot "$dir/without"
check "the guest counts the same, and is the same" same_guest
check "its prices are in turns, and said to be" in_turns
check "instructions and turns are not compared" refused 'in instructions, .* in turns of instructions' "$dir/own" "$dir/without"
if [[ $newer == */* ]]; then
	path=${newer%/*}: check "the same paths on another QEMU" boot "$dir/newer" --count
	check "its processor is the same" diff <(flags "$dir/own") <(flags "$dir/newer")
	check "a kernel has one price on both" same_prices
else
	for claim in "another QEMU" "its processor" "one price"; do skip "$claim" "no other QEMU"; done
fi
check "a QEMU without plugins counts turns, and it is said" no_plugins
check "processors that take turns count turns" printed count=turns --turns 2
check "processors by the host's clock count neither" printed '' --smp 2
check "CPU= is another fingerprint" env CPU=max bash -c 'scripts/vm/boot --kernel 6.12 --print -- true | grep -qx cpu=max'
check "a processor that QEMU does not have is told before a boot" ends_saying 2 "CPU='nosuch': unable to find CPU model 'nosuch'" \
	env CPU=nosuch scripts/vm/boot --kernel 6.12 -- true
check "a flag that no processor has" ends_saying 2 "CPU='max,odd=on': .*odd" env CPU=max,odd=on scripts/vm/boot --kernel 6.12 -- true
ktap_end
