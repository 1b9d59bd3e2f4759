# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# flowbench validate: two machines share a few checks; their results; and what is refused. `make validate` runs all checks.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export KVM=0 SMP=1
few=(ends-connection-deleted kept-ttl taken-udp4)
make -s userspace >&2 || exit 1

few_pass() {
	JOBS=2 STRICT=1 CHECKS="${few[*]}" scripts/validate >"$dir/tap" && return
	cat "$dir/tap"
	return 1
}

# as_asked: the KTAP has one ok for each check that was asked for, and no other result
as_asked() {
	cat "$dir/tap"
	[[ $(grep '^ok ' "$dir/tap" | cut -d ' ' -f 1-3) == $'ok 1 -\nok 2 -\nok 3 -' ]] && grep -qx "1..${#few[@]}" "$dir/tap" &&
		! grep -q '^not ok' "$dir/tap" && grep -qx "# ${#few[@]} passed, 0 failed, .*" "$dir/tap" &&
		cmp "$dir/tap" out/validate-6.12/results.tap
}

in_json() {
	jq -e '.schema == "flowbench.validate/1" and all(.checks[].claims[]; .held) and
		[.checks[] | select(.outcome == "passed") | .name] == $ARGS.positional' \
		out/validate-6.12/validate.json --args "${few[@]}"
}

# parts_are_all: the parts together have each check once
parts_are_all() {
	local k

	for k in 1 2 3; do
		userspace/flowbench validate --list --part "$k"/3 kept taken
	done | sort >"$dir/parts"
	userspace/flowbench validate --list kept taken | sort | cmp - "$dir/parts" && [[ -s $dir/parts ]]
}

# merged: validate.awk takes turns between two machines, whichever ended first, and adds up
merged() {
	cat >"$dir/want" <<-'KTAP'
		TAP version 13
		1..3
		#     hook  a: expected = 1, counted 1
		ok 1 - kept-a: a
		# NOT hook  b: expected = 1, counted 0
		not ok 2 - kept-b: b
		# failed: b
		not ok 3 - kept-c: c # TODO this kernel: c
		# 1 passed, 1 failed, 1 known to fail, 0 not in this kernel, 0 skipped
	KTAP
	printf '%s\n' '1 TAP version 13' '1 1..2' '1 #     hook  a: expected = 1, counted 1' '1 ok 1 - kept-a: a' \
		'1 not ok 2 - kept-c: c # TODO this kernel: c' '1 # 1 passed, 0 failed, 1 known to fail, 0 not in this kernel, 0 skipped' >"$dir/one"
	printf '%s\n' '2 TAP version 13' '2 1..1' '2 # NOT hook  b: expected = 1, counted 0' '2 not ok 1 - kept-b: b' '2 # failed: b' \
		'2 # 0 passed, 1 failed, 0 known to fail, 0 not in this kernel, 0 skipped' >"$dir/two"
	cat "$dir/one" "$dir/two" | awk -f scripts/validate.awk -v parts=2 | diff "$dir/want" - &&
		cat "$dir/two" "$dir/one" | awk -f scripts/validate.awk -v parts=2 | diff "$dir/want" -
}

# live: a check is printed when it has ended, and not when all have. As scripts/validate calls awk
live() {
	local line='' awk=(awk)

	[[ $(awk -W version 2>&1 </dev/null) != mawk* ]] || awk+=(-W interactive)
	grep -qF -- '-W interactive' scripts/validate || return 1
	coproc "${awk[@]}" -f scripts/validate.awk -v parts=2
	printf '%s\n' '1 1..1' '2 1..1' '1 ok 1 - kept-a: a' >&"${COPROC[1]}"
	read -r -t 5 line <&"${COPROC[0]}" && read -r -t 5 line <&"${COPROC[0]}" && read -r -t 5 line <&"${COPROC[0]}"
	kill "$COPROC_PID"
	[[ $line == 'ok 1 - kept-a: a' ]]
}

# lost: of a machine that ended before its time, what it and the other have ended is printed
lost() {
	grep -v 'kept-c' "$dir/one" | cat - "$dir/two" | awk -f scripts/validate.awk -v parts=2 >"$dir/said" && grep -qx 'ok 1 - kept-a: a' "$dir/said" &&
		grep -qx 'not ok 2 - kept-b: b' "$dir/said" && sed 1,2d "$dir/two" | cat "$dir/one" - | awk -f scripts/validate.awk -v parts=2 >"$dir/said" &&
		[[ $(grep -c '^\(not \)\?ok ' "$dir/said") == 3 ]]
}

# listed: --list prints each check, with the claim in its head
listed() {
	userspace/flowbench validate --list >"$dir/list" && [[ -s $dir/list ]] || return 1
	awk -f userspace/data/checks/heads.awk userspace/data/checks/*-*.sh | awk -F '\t' '$2 == "proves" { printf "%-28s %s\n", $1, $3 }' |
		sort | diff - <(sort "$dir/list")
}

ktap_plan 12
check "three checks of three families pass" few_pass
check "two machines show these checks as one would" as_asked
check "validate.json has these checks" in_json
check "every check says what it proves" listed
check "the parts together are all checks" parts_are_all
check "the output of two machines is merged in the order of the checks" merged
check "each as soon as it has ended" live
check "a machine is lost" lost
check "part 3 of 2 is refused" ends_saying 2 "--part: '3/2'" userspace/flowbench validate --part 3/2
check "an unknown check is refused" ends_saying 2 "no check 'kept-nothing'" userspace/flowbench validate kept-nothing
check "an unknown check is refused before the VM boots" ends_saying 2 "check 'kept-nothing': expected" env CHECKS=kept-nothing scripts/validate
check "--help has an example" ends_saying 0 'Example: flowbench validate' userspace/flowbench validate --help
ktap_end
