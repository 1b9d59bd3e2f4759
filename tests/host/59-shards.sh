# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# SHARD= and scripts/join: what is joined equals the unsplit run, to the byte, with its status; a shard that is missing, double
# or of another machine is refused by name. Boots are stood in for.
# shellcheck disable=SC2016 # texts are expanded by the shell that they are for
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=tests/host/series-lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/series-lib.sh"
# shellcheck source=tests/host/stand-in-lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/stand-in-lib.sh"

scratch
unset QUIET VERBOSE PATHS SHARD SEEDS
export FLOWBENCH_CACHE=$dir/cache FLOWBENCH_TRUST=$dir/tree KERNEL=6.12 KVM=0
make -s userspace >/dev/null || exit 1
repository && git -C "$dir/linux" worktree add -q --detach "$dir/source" base && formatted --stdout >"$dir/series.mbox" && stand_in "$dir/source" || exit 1

# files_of NAME: prints each file of out/NAME with its checksum; what says when or on which processor is left out
files_of() {
	(cd "$tree/out/$1" && find . -type f ! -name '*.failed' -exec sha256sum {} + | sort -k 2)
}

# joined COMMAND NAME N STATUS VARIABLE=VALUE…: COMMAND, unsplit, ends with STATUS; of N shards, joined, out/NAME has the same bytes
joined() {
	local command=$1 name=$2 n=$3 status=$4 k dirs=()

	rm -rf "$tree/out" "$dir/shards" && mkdir "$dir/shards"
	ends_apart "$status" env "${@:5}" "$tree/scripts/$command" || return 1
	cp "$dir/said" "$dir/printed" && files_of "$name" >"$dir/whole" && (($(wc -l <"$dir/whole") > 3)) || return 1
	rm -rf "$tree/out" "$dir/boots"
	for ((k = n; k > 0; k--)); do
		ends 0 env "${@:5}" SHARD="$k/$n" "$tree/scripts/$command" && mv "$tree/out/$name-shard-$k-of-$n" "$dir/shards/" || return 1
		dirs+=("$dir/shards/$name-shard-$k-of-$n")
	done
	[[ ! -e $tree/out/$name && -z $(sort "$dir/boots" | uniq -d) ]] || return 1
	cp "$dir/boots" "$dir/boots.split"
	ends_apart "$status" "$tree/scripts/join" "${dirs[@]}" && cmp "$dir/boots" "$dir/boots.split" && files_of "$name" | diff "$dir/whole" - &&
		diff "$dir/printed" "$dir/said"
}

# refused PATTERN DIR…: join refuses with one line, and neither makes nor leaves anything
refused() {
	rm -rf "$tree/out/compare"
	ends_saying 2 "^flowbench: join: .*$1" "$tree/scripts/join" "${@:2}" && (($(wc -l <"$dir/said") == 1)) && [[ ! -e $tree/out/compare && ! -e $tree/out/.compare.joining ]]
}

shards=$dir/shards/compare-shard

missing() {
	refused 'shard 2/3 of compare is missing$' "$shards-1-of-3" "$shards-3-of-3" && refused "shard 1/3 is there twice: '.*' and '.*again'" "$shards-1-of-3" "$dir/again" "$shards-2-of-3" &&
		refused "nowhere': not a shard" "$dir/nowhere"
}

# other SED FILE: a copy of shard 2 in whose file SED has changed something
other() {
	rm -rf "$dir/other" && cp -r "$shards-2-of-3" "$dir/other" && sed -i "$1" "$dir/other/shard"
}

others() {
	other 's/qemu=one/qemu=two/' && refused "other': another fingerprint than '.*': 6\.12 qemu=two$" "$shards-1-of-3" "$dir/other" "$shards-3-of-3" &&
		other 's/	seeds	5/	seeds	6/' && refused "other': other settings than '.*': seeds 6$" "$shards-1-of-3" "$dir/other" "$shards-3-of-3" &&
		other 's,side0/1$,side0/7,' && refused "other': other boots than" "$shards-1-of-3" "$dir/other" "$shards-3-of-3" &&
		other '1s/compare/matrix/' && refused "other': a shard of matrix, and .* is one of compare" "$shards-1-of-3" "$dir/other" "$shards-3-of-3" &&
		other '1s,2/3,2/4,' && refused "other': shard 2/4, and .* is one of 3" "$shards-1-of-3" "$dir/other" "$shards-3-of-3" || return 1
	other '' && rm -r "$dir/other/side0" && refused "other': no result of side0/[0-9]: this shard did not end" "$shards-1-of-3" "$dir/other" "$shards-3-of-3"
}

# A place outside of the result, in all shards
outside() {
	local k

	for k in 1 2 3; do rm -rf "$dir/out$k" && cp -r "$shards-$k-of-3" "$dir/out$k" && sed -i 's,side0/1$,../../evil,' "$dir/out$k/shard" || return 1; done
	refused "'../../evil': expected the place of a boot" "$dir/out1" "$dir/out2" "$dir/out3"
}

values() {
	local value command

	for value in 9/8 0/8 2 /2 2/ 'a/b' '1/0' '1 /2' 'a[$(touch '"$dir"'/hit)]/2'; do
		for command in history matrix mutants compare validate; do
			ends_saying 2 "^flowbench: $command: SHARD='.*': expected a part of the whole, as 2/8: the first number from 1 to the second$" env SHARD="$value" PATCH="$dir/series.mbox" "$tree/scripts/$command" &&
				[[ ! -e $dir/hit ]] || return 1
		done
	done
}

# On a file system of 2 MB: refused for lack of space, and nothing is left. Without a mount namespace of our own there is none.
full_disk() {
	head -c 3000000 /dev/urandom >"$shards-2-of-3/side0/2/more" 2>/dev/null || head -c 3000000 /dev/urandom >"$(find "$shards-2-of-3" -name bench.json | sed q | xargs dirname)/more"
	ends_saying 0 'no space left in .*/out: ' unshare --user --map-root-user --mount bash -c 'rm -rf "$1/out" && mkdir "$1/out" && mount -t tmpfs -o size=2m none "$1/out" || exit 9
		"$1/scripts/join" "$2"-{1,2,3}-of-3; status=$?; ls -A "$1/out" | grep -v "[.]lock$" && exit 8; ((status == 2))' bash "$tree" "$shards"
}

other_command() {
	ends_saying 2 'there are 2 checks, so at most 2 shards' env SHARD=3/3 CHECKS='kept-ttl ends-fin4' "$tree/scripts/validate"
}

ktap_plan 13
check "history" joined history history 4 0 KERNELS='6.12 6.1' PATHS=flowtable CHECKS=kept-ttl PROFILE=0 SEEDS=2
check "matrix" joined matrix matrix 2 1 KERNELS='6.12 7.2' SCENARIOS=sockmap-redirect
check "mutants" joined mutants mutants 3 0 MUTANTS='gc-never mtu-unchecked ttl-unchecked'
check "validate" joined validate validate-6.12 3 0 JOBS=3 CHECKS='kept-ttl ends-fin4 taken-udp4 kept-icmp'
check "compare, a series" joined compare compare 4 1 EACH=1 PATHS=conntrack,flowtable PATCH="$dir/series.mbox"
check "compare" joined compare compare 3 1 PATHS=conntrack,flowtable PATCH="$dir/series.mbox"
cp -r "$shards-1-of-3" "$dir/again"
check "a shard is missing, or double" missing
check "a shard of another run, machine or command" others
check "a place outside of the result" outside
check "SHARD= is not a part of a whole" values
check "more shards than checks" other_command
if unshare --user --map-root-user --mount true 2>/dev/null; then check "a full disk" full_disk; else skip "a full disk" "no mount namespace can be made"; fi
check "the help names them" bash -c 'for name in history matrix mutants compare validate; do scripts/$name --help | grep -q "SHARD=2/8" || exit 1; done; scripts/join --help | grep -q "^Example: "'
ktap_end
