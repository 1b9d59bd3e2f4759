# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Progress is shown on a terminal and with VERBOSE=1. Notes are shown unless QUIET=1 is set. Failures are always shown.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset QUIET VERBOSE
cat >"$dir/work" <<'EOF'
. scripts/lib.sh
fb_say note
fb_progress step
fb_step "good" true
fb_step "bad" sh -c 'echo why; exit 3'
EOF

# plain [NAME=VALUE…]: prints what the work writes to standard error, which is a file
plain() {
	env "$@" bash "$dir/work" 2>"$dir/said"
	[[ $? -eq 3 ]] || return 1
	sed -E 's/[0-9]+\.[0-9] s$/T s/' "$dir/said"
}

# terminal [NAME=VALUE…]: prints what the work writes to standard error, which is a terminal
terminal() {
	env "$@" script -qec "bash $dir/work" /dev/null </dev/null >"$dir/said"
	[[ $? -eq 3 ]] || return 1
	sed -E 's/\r//; s/[0-9]+\.[0-9] s$/T s/' "$dir/said"
}

# is TEXT COMMAND…: COMMAND prints these lines, joined by |
is() {
	diff <(printf '%s' "$1") <("${@:2}" | sed 's/^flowbench: //' | tr '\n' '|')
}

# long_log: of a step that failed long before its last line, the error and the last lines are shown
long_log() {
	bash -c '. scripts/lib.sh; fb_step "long" sh -c "echo early; echo a.c:3: error: no b; seq 40; exit 3"' \
		2>"$dir/said"
	[[ $? -eq 3 ]] && ! grep -qx 'early\|25' "$dir/said" && grep -qx 'a.c:3: error: no b' "$dir/said" &&
		grep -qx 26 "$dir/said"
}

# guest [NAME=VALUE…]: boots a guest that reports progress. It does so through its own serial port, so the machine is the
# same with and without progress.
# shellcheck disable=SC2016 # expanded in the guest
guest() {
	env KVM=0 "$@" scripts/vm/boot --bare -- bash -c 'echo said; echo "  step" >"$FLOWBENCH_PROGRESS"' 2>"$dir/err" >"$dir/out" &&
		[[ $(<"$dir/out") == said ]]
}

ktap_plan 12
check "no terminal: notes and failures" is 'note|bad ... failed|why|' plain
check "no terminal, VERBOSE=1: progress, notes and failures" is 'note|step|good ... T s|bad ... failed|why|' plain VERBOSE=1
check "terminal: progress, notes and failures" is 'note|step|good ... T s|bad ... failed|why|' terminal
check "no terminal, QUIET=1: failures only" is 'bad ... failed|why|' plain QUIET=1
check "terminal, QUIET=1: failures only" is 'bad ... failed|why|' terminal QUIET=1
check "no terminal, QUIET=0 VERBOSE=0: as without them" is 'note|bad ... failed|why|' plain QUIET=0 VERBOSE=0
check "terminal, QUIET=0 VERBOSE=0: as without them" is 'note|step|good ... T s|bad ... failed|why|' terminal QUIET=0 VERBOSE=0
check "a long log: the error and the end are shown" long_log
check "no terminal: a guest reports progress" guest A=
check "which is not shown" test ! -s "$dir/err"
check "no terminal, VERBOSE=1: a guest reports progress" guest VERBOSE=1
check "which is shown" grep -qx '  step' "$dir/err"
ktap_end
