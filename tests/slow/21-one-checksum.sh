# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Results of one fingerprint are the same to the byte, whichever command has made them: make run, matrix, compare and
# history record the same traces of esp-gateway, and make bench, compare and history count the same rounds.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export KVM=0 SMP=1 KERNEL=6.12
clone=$dir/clone

# all: a clone of its own, so that no result of the user's is overwritten
all() {
	git clone -q . "$clone" && cd "$clone" || return 1
	make -s run && SCENARIOS=esp-gateway KERNELS=6.12 scripts/matrix && PATHS=flowtable scripts/bench &&
		KERNEL=6.12,6.12 PATHS=flowtable PROFILE=keep scripts/compare &&
		KERNELS=6.12 PATHS=flowtable CHECKS=0 scripts/history
}

# results: prints the fingerprint's checksum, the file, and the file's checksum of each file that a guest has left
results() {
	local at print file

	while read -r at; do
		at=${at%/fingerprint}
		print=$(sha256sum <"$at/fingerprint")
		while read -r file; do
			printf '%s %s %s %s\n' "${print%% *}" "$file" "$(sha256sum <"$at/$file" | cut -d ' ' -f 1)" "$at"
		done < <(cd "$at" && find . \( -name '*.trace' -o -name bench.json -o -name results.json -o -name dmesg \) -printf '%P\n')
	done < <(cd "$clone" && find out -name fingerprint -printf "$clone/%p\n" | grep -v '/out/latest/')
}

# one_of_each: no file of one fingerprint has two checksums
one_of_each() {
	results | sort -u >"$dir/results"
	awk '{ key = $1 " " $2 } key in sum && sum[key] != $3 { print $2 ": " at[key] " and " $4; bad = 1 }
		{ sum[key] = $3; at[key] = $4 } END { exit bad }' "$dir/results"
}

# made FILE N: N results of one fingerprint have FILE
made() {
	local n

	n=$(awk -v file="$1" '$2 == file { n[$1]++ } END { for (i in n) if (n[i] > most) most = n[i]; print most + 0 }' "$dir/results")
	printf '%d results of one fingerprint have %s\n' "$n" "$1"
	((n == $2))
}

ktap_plan 4
check "make run, matrix, bench, compare and history" all
check "what has one fingerprint is the same to the byte" one_of_each
check "five boots recorded esp-gateway on one machine" made record.trace 5
check "four boots priced on one machine" made bench.json 4
ktap_end
